import { closeSync, openSync, writeSync } from "node:fs";

/** Bytes that go to a file of one's own, one write for many of them. */
export class PartFile {
  readonly path: string;
  /** Bytes so far. */
  bytes = 0;
  readonly #descriptor: number;

  /** @throws Error of the file system */
  constructor(path: string) {
    this.path = path;
    this.#descriptor = openSync(path, "w", 0o600);
  }

  /** Puts bytes at the end. @throws Error of the file system */
  append(bytes: Uint8Array): void {
    for (let written = 0; written < bytes.length; ) {
      written += writeSync(this.#descriptor, bytes, written);
    }
    this.bytes += bytes.length;
  }

  /** Puts other bytes in the place of some. */
  patch(bytes: Uint8Array, at: number): void {
    writeSync(this.#descriptor, bytes, 0, bytes.length, at);
  }

  close(): void {
    closeSync(this.#descriptor);
  }
}
