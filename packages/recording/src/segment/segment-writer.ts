import { blockHeaderBytes, encodeSignature, signatureBytes, writeBlock } from "./block-format.js";
import { encodeEntry } from "./entry-codec.js";
import type { Packing } from "./pack.js";
import type { RecordingEntry, SegmentHeader } from "./recording-entry.js";
import type { RecordingFile } from "./recording-store.js";

/** Entries are collected up to so many bytes: a write for each frame would cost more than decoding it. */
const bufferBytes = 65_536;

/** Writes one segment. Entries that were not flushed are lost with the program, whole ones at the end only. */
export class SegmentWriter {
  readonly header: SegmentHeader;
  readonly name: string;
  /** Inbound frames so far. */
  frames = 0;
  readonly #file: RecordingFile;
  readonly #packing: Packing;
  readonly #buffer = new Uint8Array(bufferBytes);
  #buffered = signatureBytes;
  #flushedBytes = 0;

  constructor(header: SegmentHeader, name: string, file: RecordingFile, packing: Packing) {
    this.header = header;
    this.name = name;
    this.#file = file;
    this.#packing = packing;
    this.#buffer.set(encodeSignature());
    this.add(header);
  }

  /** Size of the segment, bytes that wait included. */
  get bytes(): number {
    return this.#flushedBytes + this.#buffered;
  }

  /** Adds an entry. @throws Error of the store */
  add(entry: RecordingEntry): void {
    const payload = encodeEntry(entry, this.#packing);
    const length = payload.length + blockHeaderBytes;
    if (this.#buffered + length > bufferBytes) {
      this.flush();
    }
    if (length > bufferBytes) {
      const block = new Uint8Array(length);
      writeBlock(payload, block, 0);
      this.#append(block);
    } else {
      this.#buffered = writeBlock(payload, this.#buffer, this.#buffered);
    }
  }

  /** Hands what waits to the file. @throws Error of the store */
  flush(): void {
    if (this.#buffered > 0) {
      const waiting = this.#buffer.subarray(0, this.#buffered);
      this.#buffered = 0;
      this.#append(waiting);
    }
  }

  /** Flushes and ends the file. @throws Error of the store */
  close(): Promise<void> {
    this.flush();
    return this.#file.close();
  }

  /** Ends the file as it stands: its store fails, so what waits is lost, and so is whatever it says at its end. */
  abandon(): void {
    this.#file.close().catch(() => {});
  }

  #append(bytes: Uint8Array): void {
    this.#file.append(bytes);
    this.#flushedBytes += bytes.length;
  }
}
