import type { OwnBytes } from "@depthwire/core/internal";

/** Numbers below this are exact; so are the bytes of their magnitude. */
const safe = BigInt(Number.MAX_SAFE_INTEGER);

/** The sign of a number stands in the highest bit of its first byte, the count of its other bytes in the rest. */
export const signBit = 0x80;

/** In place of the count of bytes: a number that is no safe integer follows, in eight bytes. */
export const floatMark = 0x7f;

const bytesOfFloat = 8;
const bytesOfWord = 8;
const usualCapacity = 1024;
const wordBits = 64n;
/** What bitwise operators take as it is. */
const largestInt = 0x7fffffff;

/** A word of an amount, and its bytes, the lowest first: an amount is taken apart by words, not by bytes. */
const word = new DataView(new ArrayBuffer(bytesOfWord));
const wordBytes = new Uint8Array(word.buffer);

/** Writes values behind one another into few bytes. Small values take less room than large ones. */
export class ByteWriter {
  #bytes: OwnBytes = new Uint8Array(usualCapacity);
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
    let rest = value;
    while (rest > largestInt) {
      this.#bytes[this.#length++] = (rest % 0x80) + 0x80;
      rest = Math.floor(rest / 0x80);
    }
    while (rest > 0x7f) {
      this.#bytes[this.#length++] = (rest & 0x7f) | 0x80;
      rest >>= 7;
    }
    this.#bytes[this.#length++] = rest;
  }

  /** Any number. */
  number(value: number): void {
    this.#reserve(bytesOfFloat + 1);
    if (!Number.isSafeInteger(value)) {
      this.#float(value);
      return;
    }
    const start = this.#length;
    let rest = Math.abs(value);
    let at = start + 1;
    while (rest > largestInt) {
      this.#bytes[at++] = rest % 0x100;
      rest = Math.floor(rest / 0x100);
    }
    while (rest > 0) {
      this.#bytes[at++] = rest & 0xff;
      rest >>= 8;
    }
    this.#bytes[start] = at - start - 1 + (value < 0 ? signBit : 0);
    this.#length = at;
  }

  /** An amount of any size. */
  money(value: bigint): void {
    if (value <= safe && value >= -safe) {
      this.number(Number(value));
      return;
    }
    const isNegative = value < 0n;
    const start = this.#length;
    this.#length += 1;
    let rest = isNegative ? -value : value;
    for (; rest >> wordBits !== 0n; rest >>= wordBits) {
      this.#word(rest, bytesOfWord);
    }
    word.setBigUint64(0, rest, true);
    let length = bytesOfWord;
    while (wordBytes[length - 1] === 0) {
      length -= 1;
    }
    this.#word(rest, length);
    const magnitude = this.#length - start - 1;
    if (magnitude >= floatMark) {
      this.#length = start;
      throw new RangeError("an amount has too many digits");
    }
    this.#bytes[start] = magnitude + (isNegative ? signBit : 0);
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

  /** Writes the lowest bytes of an amount's lowest word. */
  #word(value: bigint, length: number): void {
    this.#reserve(bytesOfWord + 1);
    word.setBigUint64(0, value, true);
    for (let i = 0; i < length; i++) {
      this.#bytes[this.#length++] = wordBytes[i] as number;
    }
  }

  #float(value: number): void {
    this.#bytes[this.#length] = floatMark;
    new DataView(this.#bytes.buffer).setFloat64(this.#length + 1, value);
    this.#length += bytesOfFloat + 1;
  }

  #reserve(more: number): void {
    const needed = this.#length + more;
    if (needed > this.#bytes.length) {
      const larger = new Uint8Array(Math.max(needed, this.#bytes.length * 2));
      larger.set(this.#bytes);
      this.#bytes = larger;
    }
  }
}
