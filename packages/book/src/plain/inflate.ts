import { defaultFrameLimits, type FrameLimits, type Inflate } from "@depthwire/core";
import { BoundedInflate, copiedSurroundings, type InflateMachine } from "../inflate/bounded.js";
import { trailingBytes, truncated } from "../inflate/status.js";
import { BitReader } from "./inflate/bit-reader.js";
import { BlockCodes } from "./inflate/block-codes.js";
import { inflateBlocks } from "./inflate/blocks.js";
import { isGzip, readGzipHeader, readGzipTrailer, readZlibHeader, readZlibTrailer } from "./inflate/container.js";
import { InflatedText } from "./inflate/inflated-text.js";

/**
 * Inflates in plain TypeScript, for hosts that bar WebAssembly (a strict content security policy, some edge runtimes).
 * Built like the wasm module, exactly as strict, with the same limits; somewhat under half as fast.
 *
 * @spec document 1, Push, Frames; field note 3
 */
export function createPureInflate(limits: FrameLimits = defaultFrameLimits): Inflate {
  return new BoundedInflate(new PureMachine(limits), limits);
}

class PureMachine implements InflateMachine {
  readonly source: Uint8Array;
  readonly text: Uint8Array;
  readonly #reader: BitReader;
  readonly #text: InflatedText;
  readonly #codes = new BlockCodes();

  constructor({ maxFrameBytes, maxInflatedBytes }: FrameLimits) {
    this.#reader = new BitReader(maxFrameBytes + copiedSurroundings);
    this.#text = new InflatedText(maxInflatedBytes);
    this.source = this.#reader.bytes;
    this.text = this.#text.bytes;
  }

  inflate(start: number, end: number, maxInflatedBytes: number): number {
    const reader = this.#reader;
    reader.open(start, end);
    if (end - start < 2) {
      return truncated;
    }
    const status = isGzip(reader) ? this.#inflateGzip(maxInflatedBytes) : this.#inflateZlib(maxInflatedBytes);
    if (status < 0) {
      return status;
    }
    return reader.nextByte < end ? trailingBytes : this.#text.length;
  }

  countTrailingBytes(): number {
    return this.#reader.end - this.#reader.nextByte;
  }

  #inflateZlib(maxInflatedBytes: number): number {
    const header = readZlibHeader(this.#reader);
    if (header < 0) {
      return header;
    }
    const blocks = inflateBlocks(this.#reader, this.#codes, this.#text, maxInflatedBytes);
    return blocks < 0 ? blocks : readZlibTrailer(this.#reader, this.#text);
  }

  #inflateGzip(maxInflatedBytes: number): number {
    const header = readGzipHeader(this.#reader);
    if (header < 0) {
      return header;
    }
    const blocks = inflateBlocks(this.#reader, this.#codes, this.#text, maxInflatedBytes);
    return blocks < 0 ? blocks : readGzipTrailer(this.#reader, this.#text);
  }
}
