import { floatMark, signBit } from "./byte-writer.js";

const bytesOfFloat = 8;
const bitsAtOnce = 8n;

/** Magnitudes of so many bytes are exact as numbers. */
const mostExactBytes = 6;

/** Reads what a {@link ByteWriter} wrote, in the same order. */
export class ByteReader {
  #bytes: Uint8Array;
  #at: number;

  constructor(bytes: Uint8Array, at = 0) {
    this.#bytes = bytes;
    this.#at = at;
  }

  /** Where the next value begins. */
  get at(): number {
    return this.#at;
  }

  /** Whether everything has been read. */
  get isAtEnd(): boolean {
    return this.#at >= this.#bytes.length;
  }

  /** Goes on elsewhere. */
  moveTo(bytes: Uint8Array, at: number): void {
    this.#bytes = bytes;
    this.#at = at;
  }

  /** Leaves bytes out. */
  skip(length: number): void {
    this.#at += length;
  }

  count(): number {
    let factor = 1;
    let value = 0;
    for (;;) {
      const byte = this.#byte();
      if (byte < 0x80) {
        return value + byte * factor;
      }
      value += (byte - 0x80) * factor;
      factor *= 0x80;
    }
  }

  number(): number {
    const head = this.#byte();
    if (head === floatMark) {
      this.#at += bytesOfFloat;
      const view = new DataView(this.#bytes.buffer, this.#bytes.byteOffset);
      return view.getFloat64(this.#at - bytesOfFloat);
    }
    const value = this.#magnitude(head & ~signBit);
    return (head & signBit) === 0 ? value : -value;
  }

  money(): bigint {
    const head = this.#byte();
    if (head === floatMark) {
      throw new RangeError("an amount is a whole number");
    }
    const length = head & ~signBit;
    const value = length <= mostExactBytes ? BigInt(this.#magnitude(length)) : this.#largeMagnitude(length);
    return (head & signBit) === 0 ? value : -value;
  }

  text(): string | undefined {
    const head = this.count();
    if (head === 0) {
      return undefined;
    }
    const length = Math.floor((head - 1) / 2);
    const isPlain = head % 2 === 1;
    let text = "";
    for (let i = 0; i < length; i++) {
      text += String.fromCharCode(isPlain ? this.#byte() : this.#byte() + this.#byte() * 0x100);
    }
    return text;
  }

  /** Leaves a text out. */
  skipText(): void {
    const head = this.count();
    if (head > 0) {
      this.#at += Math.floor((head - 1) / 2) * (head % 2 === 1 ? 1 : 2);
    }
  }

  /** Leaves an amount out. */
  skipMoney(): void {
    const head = this.#byte();
    this.#at += head & ~signBit;
  }

  #byte(): number {
    const byte = this.#bytes[this.#at++];
    if (byte === undefined) {
      throw new RangeError("a record is cut off");
    }
    return byte;
  }

  #magnitude(length: number): number {
    let factor = 1;
    let value = 0;
    for (let i = 0; i < length; i++) {
      value += this.#byte() * factor;
      factor *= 0x100;
    }
    return value;
  }

  #largeMagnitude(length: number): bigint {
    let shift = 0n;
    let value = 0n;
    for (let i = 0; i < length; i++) {
      value |= BigInt(this.#byte()) << shift;
      shift += bitsAtOnce;
    }
    return value;
  }
}
