import { Writable } from "node:stream";
import type { OutputStreams } from "./output.js";

/** Streams that remember what was written to them. */
export interface CapturedStreams extends OutputStreams {
  /** What was written until now. */
  text(): { readonly out: string; readonly err: string };
}

/** How much is remembered, and who hears of it. */
export interface CaptureOptions {
  /** Hears standard output as it comes. */
  readonly onOut?: (text: string) => void;
  /** What is written behind so many bytes of one stream is forgotten; all is remembered by default. */
  readonly maxBytes?: number;
  /** Called when the first byte is forgotten. */
  readonly onFull?: () => void;
}

/** Streams in place of those of the process. */
export function captureStreams(options: CaptureOptions = {}): CapturedStreams {
  const { onOut, maxBytes = Number.POSITIVE_INFINITY, onFull } = options;
  const out = new Captured(maxBytes, onFull);
  const err = new Captured(maxBytes, onFull);
  return {
    out: out.stream((text) => onOut?.(text)),
    err: err.stream(() => {}),
    text: () => ({ out: out.text(), err: err.text() }),
  };
}

class Captured {
  readonly #maxBytes: number;
  readonly #onFull: (() => void) | undefined;
  readonly #parts: Buffer[] = [];
  #bytes = 0;

  constructor(maxBytes: number, onFull: (() => void) | undefined) {
    this.#maxBytes = maxBytes;
    this.#onFull = onFull;
  }

  stream(hear: (text: string) => void): Writable {
    return new Writable({
      write: (chunk: Buffer, _encoding, done) => {
        this.#keep(chunk);
        hear(chunk.toString());
        done();
      },
    });
  }

  text(): string {
    return Buffer.concat(this.#parts).toString();
  }

  #keep(chunk: Buffer): void {
    const room = this.#maxBytes - this.#bytes;
    if (room > 0) {
      this.#parts.push(chunk.subarray(0, room));
    }
    if (chunk.length > room && room >= 0) {
      this.#onFull?.();
    }
    this.#bytes += chunk.length;
  }
}
