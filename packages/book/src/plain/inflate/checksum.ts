/** RFC 1950, 9: "BASE 65521, largest prime smaller than 65536". */
const adlerBase = 65521;
/** RFC 1950, 9: bytes that can be summed up before 32-bit sums must be reduced. Ours have 31 bits: fewer. */
const adlerRun = 3800;
/** The CRC polynomial of RFC 1952, 8, bits reversed. */
const crcPolynomial = 0xedb88320;

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

/** The table that {@link crc32} reads. */
export function crcTable(): Int32Array {
  return Int32Array.from({ length: 256 }, (_, byte) => {
    let crc = byte;
    for (let bit = 0; bit < 8; bit++) {
      crc = (crc & 1) !== 0 ? (crc >>> 1) ^ crcPolynomial : crc >>> 1;
    }
    return crc;
  });
}

/** CRC-32 of `bytes[from, to)` as a signed 32-bit integer. */
export function crc32(table: Int32Array, bytes: Uint8Array, from: number, to: number): number {
  let crc = -1;
  for (let at = from; at < to; at++) {
    crc = (crc >>> 8) ^ (table[(crc ^ (bytes[at] as number)) & 255] as number);
  }
  return ~crc;
}
