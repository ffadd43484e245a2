/** The bits of a source, least significant first (RFC 1951, 3.1.1). */
export class BitReader {
  /** Where the source is copied to. It is longer than any source by `sourcePadding`. */
  readonly bytes: Uint8Array;
  readonly words: DataView;
  /** Bits not consumed yet, the next one lowest. Above `bitCount` stand true bits too: a refill ORs them with themselves. */
  bits = 0;
  /** How many of them count: 24 to 31 after a refill. */
  bitCount = 0;
  /** Offset of the next byte to load. */
  nextByte = 0;
  /** Offset of the stream's first byte. */
  start = 0;
  /** Offset behind the stream. */
  end = 0;

  /** @param capacity length in bytes of the longest source */
  constructor(capacity: number) {
    this.bytes = new Uint8Array(capacity + sourcePadding);
    this.words = new DataView(this.bytes.buffer);
  }

  /** Stands before the first byte of the stream from `start` to `end`. */
  open(start: number, end: number): void {
    this.start = start;
    this.end = end;
    this.moveTo(start);
  }

  /** Goes on at the byte at `offset`. */
  moveTo(offset: number): void {
    this.resume(0, 0, offset);
  }

  /** Goes on where a loop with its own copies of the three fields stopped. */
  resume(bits: number, bitCount: number, nextByte: number): void {
    this.bits = bits;
    this.bitCount = bitCount;
    this.nextByte = nextByte;
  }

  /** At least 24 bits can be taken after it. After the end of the source it delivers the bytes that are there. */
  refill(): void {
    this.bits |= this.words.getInt32(this.nextByte, true) << this.bitCount;
    this.nextByte += (31 - this.bitCount) >> 3;
    this.bitCount |= 24;
  }

  /** Takes `count` bits, at most 24. */
  take(count: number): number {
    const value = this.bits & ((1 << count) - 1);
    this.bits >>>= count;
    this.bitCount -= count;
    return value;
  }

  /** Drops the rest of the current byte (RFC 1951, 3.2.4) and returns the offset of the next one. */
  alignToByte(): number {
    this.moveTo(this.nextByte - (this.bitCount >> 3));
    return this.nextByte;
  }

  /** Whether bits were taken that the source does not have. */
  isPastEnd(): boolean {
    return this.nextByte * 8 - this.bitCount > this.end * 8;
  }
}

/**
 * The reader loads four bytes at once and may stand a few bytes behind the end of the source; the code lengths of a
 * dynamic block are read without a look at the end (at most 316 symbols of 14 bits, 553 bytes).
 */
const sourcePadding = 1024;
