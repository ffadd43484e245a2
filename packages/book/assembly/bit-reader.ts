// Bits of the source, least significant first (RFC 1951, 3.1.1).
//
// `bits` holds at least `bitCount` unread bits. A refill ORs in eight whole bytes but counts only those that fit, so the
// bits above `bitCount` are true bits too and are ORed with themselves by the next refill: no branch, no byte loop.
// The two hot loops keep these four variables in locals and put them back with `resumeReading`.

/** Bits not consumed yet, the next one lowest. */
export let bits: u64 = 0;
/** How many of them count: 56 to 63 after a refill. */
export let bitCount: u32 = 0;
/** Address of the next byte to load. */
export let nextByte: usize = 0;
/** Address of the stream's first byte. */
export let sourceStart: usize = 0;
/** Address behind the stream. */
export let sourceEnd: usize = 0;

/** Stands before the first byte of the stream from `start` to `end`. */
export function openSource(start: usize, end: usize): void {
  sourceStart = start;
  sourceEnd = end;
  moveTo(start);
}

/** Goes on at the byte at `address`. */
export function moveTo(address: usize): void {
  bits = 0;
  bitCount = 0;
  nextByte = address;
}

/** Goes on where a loop with its own copies stopped. */
export function resumeReading(loopBits: u64, loopBitCount: u32, loopNextByte: usize): void {
  bits = loopBits;
  bitCount = loopBitCount;
  nextByte = loopNextByte;
}

/** At least 56 bits can be taken after it. Behind the end of the source it delivers whatever stands there. */
export function refill(): void {
  bits |= load<u64>(nextByte) << (bitCount as u64);
  nextByte += (63 - bitCount) >> 3;
  bitCount |= 56;
}

/** Takes `count` bits, at most 31. */
export function takeBits(count: u32): u32 {
  const value = (bits as u32) & ((1 << count) - 1);
  bits >>= count as u64;
  bitCount -= count;
  return value;
}

/** Drops the rest of the current byte (RFC 1951, 3.2.4) and answers the address of the next one. */
export function alignToByte(): usize {
  moveTo(nextByte - (bitCount >> 3));
  return nextByte;
}

/** Whether bits were taken that the source does not have. */
export function isPastEnd(): bool {
  return (nextByte << 3) - bitCount > sourceEnd << 3;
}
