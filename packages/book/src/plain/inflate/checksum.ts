/** RFC 1950, 9: "BASE 65521, largest prime smaller than 65536". */
const adlerBase = 65521;
/** RFC 1950, 9: bytes that can be summed up before 32-bit sums must be reduced. Ours have 31 bits: fewer. */
const adlerRun = 3800;

/** Adler-32 of `bytes[0, length)` as a signed 32-bit integer. */
export function adler32(bytes: Uint8Array, length: number): number {
  let low = 1;
  let high = 0;
  for (let at = 0; at < length; ) {
    for (const runEnd = Math.min(length, at + adlerRun); at < runEnd; at++) {
      low += bytes[at] as number;
      high += low;
    }
    low %= adlerBase;
    high %= adlerBase;
  }
  return (high << 16) | low;
}

/**
 * CRC-32 (RFC 1952, 8), as a signed 32-bit integer, of the bytes from `start` to `end`, bit by bit: a venue that compresses by gzip is the rare one, and tables would be a
 * fiftieth of what a page loads.
 */
export function crc32(bytes: Uint8Array, start: number, end: number): number {
  let crc = -1;
  for (let at = start; at < end; at++) {
    crc ^= bytes[at] as number;
    for (let bit = 0; bit < 8; bit++) {
      crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
    }
  }
  return ~crc;
}
