import type { OwnBytes } from "@depthwire/core/internal";
import { halfWord, halves, highHalf, lowHalf, unsignedWord } from "../exact/word.js";

/** The sign of a number stands in the highest bit of its first byte, the count of its other bytes in the rest. */
export const signBit = 0x80;

/** In place of the count of bytes: a number that is no safe integer follows, in eight bytes. */
export const floatMark = 0x7f;

const bytesOfFloat = 8;
const bytesOfWord = 8;
const usualCapacity = 1024;
const wordBits = 64n;
const largestWord = 0xffff_ffff_ffff_ffffn;
/** What bitwise operators take as it is. */
const largestInt = 0x7fffffff;

/** How many bytes a word has without the empty ones at its upper end. */
function bytesOf(low: number, high: number): number {
  return high === 0 ? 4 - (Math.clz32(low) >> 3) : bytesOfWord - (Math.clz32(high) >> 3);
}

/** Writes values behind one another into few bytes. Small values take less room than large ones. */
export class ByteWriter {
  #bytes: OwnBytes = new Uint8Array(usualCapacity);
  #view: DataView = new DataView(this.#bytes.buffer);
  #length = 0;

  /** How many bytes there are. */
  get length(): number {
    return this.#length;
  }

  /** Everything so far, valid until something is written. */
  get bytes(): OwnBytes {
    return this.#bytes.subarray(0, this.#length);
  }

  /** Begins anew. */
  clear(): void {
    this.#length = 0;
  }

  /** Forgets everything from a place on. */
  cutTo(length: number): void {
    this.#length = length;
  }

  /** A whole number from 0 on: seven bits a byte. */
  count(value: number): void {
    this.#reserve(bytesOfFloat);
    const bytes = this.#bytes;
    let at = this.#length;
    let rest = value;
    while (rest > largestInt) {
      bytes[at++] = (rest % 0x80) + 0x80;
      rest = Math.floor(rest / 0x80);
    }
    while (rest > 0x7f) {
      bytes[at++] = (rest & 0x7f) | 0x80;
      rest >>= 7;
    }
    bytes[at++] = rest;
    this.#length = at;
  }

  /** Any number. */
  number(value: number): void {
    this.#reserve(bytesOfWord + 1);
    if (!Number.isSafeInteger(value)) {
      this.#float(value);
      return;
    }
    const start = this.#length;
    const magnitude = Math.abs(value);
    const high = magnitude > largestInt ? Math.floor(magnitude / halfWord) : 0;
    const length = this.#word(start + 1, magnitude | 0, high);
    this.#bytes[start] = length | (value < 0 ? signBit : 0);
    this.#length = start + 1 + length;
  }

  /** An amount of any size: as a number where it is one. */
  money(value: bigint): void {
    this.#reserve(bytesOfWord + 1);
    const start = this.#length;
    // Most amounts of a record are nothing: deductions, and what differs from what is expected.
    if (value === 0n) {
      this.#bytes[start] = 0;
      this.#length = start + 1;
      return;
    }
    const isNegative = value < 0n;
    let rest = isNegative ? -value : value;
    let at = start + 1;
    unsignedWord[0] = rest;
    while (rest > largestWord) {
      at += this.#word(at, halves[lowHalf] as number, halves[highHalf] as number, bytesOfWord);
      this.#length = at;
      this.#reserve(bytesOfWord);
      rest >>= wordBits;
      unsignedWord[0] = rest;
    }
    at += this.#word(at, halves[lowHalf] as number, halves[highHalf] as number);
    const magnitude = at - start - 1;
    if (magnitude >= floatMark) {
      this.#length = start;
      throw new RangeError("an amount has too many digits");
    }
    this.#bytes[start] = magnitude | (isNegative ? signBit : 0);
    this.#length = at;
  }

  /** A text, or none. Most are plain: one byte a character. */
  text(value: string | undefined): void {
    if (value === undefined) {
      this.count(0);
      return;
    }
    const { length } = value;
    const isPlain = !/[^\0-\x7f]/.test(value);
    this.count(1 + length * 2 + (isPlain ? 0 : 1));
    this.#reserve(length * 2);
    for (let i = 0; i < length; i++) {
      const unit = value.charCodeAt(i);
      this.#bytes[this.#length++] = unit;
      if (!isPlain) {
        this.#bytes[this.#length++] = unit >> 8;
      }
    }
  }

  /** Bytes as they are. */
  append(bytes: Uint8Array): void {
    this.#reserve(bytes.length);
    this.#bytes.set(bytes, this.#length);
    this.#length += bytes.length;
  }

  /**
   * Everything from a place on is one record: puts its length in front of it, where a byte was left for it.
   *
   * @param start where that byte is
   */
  close(start: number): void {
    const begin = start + 1;
    const length = this.#length - begin;
    if (length <= 0x7f) {
      this.#bytes[start] = length;
      return;
    }
    // A long record moves: few are.
    let more = 0;
    for (let rest = length; rest > 0x7f; rest = Math.floor(rest / 0x80)) {
      more += 1;
    }
    this.#reserve(more);
    this.#bytes.copyWithin(begin + more, begin, this.#length);
    this.#length = start;
    this.count(length);
    this.#length = begin + more + length;
  }

  /** Writes a word at a place with room for a whole one, the lowest byte first. @returns how many of its bytes count */
  #word(at: number, low: number, high: number, length = bytesOf(low, high)): number {
    this.#view.setInt32(at, low, true);
    this.#view.setInt32(at + 4, high, true);
    return length;
  }

  #float(value: number): void {
    this.#bytes[this.#length] = floatMark;
    this.#view.setFloat64(this.#length + 1, value);
    this.#length += bytesOfFloat + 1;
  }

  #reserve(more: number): void {
    const needed = this.#length + more;
    if (needed > this.#bytes.length) {
      const larger = new Uint8Array(Math.max(needed, this.#bytes.length * 2));
      larger.set(this.#bytes);
      this.#bytes = larger;
      this.#view = new DataView(larger.buffer);
    }
  }
}
