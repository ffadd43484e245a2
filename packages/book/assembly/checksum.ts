// Adler-32 (RFC 1950, 9) and CRC-32 (RFC 1952, 8).

/** RFC 1950, 9: "BASE 65521, largest prime smaller than 65536". */
const adlerBase: u32 = 65521;
/** Eleven steps of eight bytes: with twelve a lane of {@link sumOfLanes} could overflow 16 bits. */
const adlerRun: usize = 88;
/** Four lanes of 16 bits, a byte in each. */
const evenBytes: u64 = ((0x00ff00ff as u64) << 32) | 0x00ff00ff;
/** The CRC polynomial of RFC 1952, 8, bits reversed. */
const crcPolynomial: u32 = 0xedb88320;
/** CRC tables, one for each of the eight bytes that a step takes at once. */
const crcTables: usize = memory.data(8 * 256 * 4, 8);

/**
 * Adler-32 of `length` bytes.
 *
 * `low` is 1 plus the sum of the bytes, `high` the sum of `low` after every byte. Eight bytes are added at once, as two
 * words of four 16-bit lanes: against byte by byte this took 7 % off inflating a snapshot, 2 % off an update.
 */
export function adler32(from: usize, length: usize): u32 {
  let low: u32 = 1;
  let high: u32 = 0;
  const end = from + length;
  while (from + 8 <= end) {
    const runEnd = from + min<usize>(adlerRun, (end - from) & ~7);
    high += low * ((runEnd - from) as u32);
    let evenSums: u64 = 0;
    let oddSums: u64 = 0;
    // Sums of those sums as they were before each step: every byte of a later step adds them to `high` once more.
    let evenSumsBefore: u64 = 0;
    let oddSumsBefore: u64 = 0;
    for (; from < runEnd; from += 8) {
      const word = load<u64>(from);
      evenSumsBefore += evenSums;
      oddSumsBefore += oddSums;
      evenSums += word & evenBytes;
      oddSums += (word >> 8) & evenBytes;
    }
    low += sumOfLanes(evenSums + oddSums, 0x0001_0001_0001_0001);
    high += 8 * sumOfLanes(evenSumsBefore, 0x0001_0001_0001_0001);
    high += 8 * sumOfLanes(oddSumsBefore, 0x0001_0001_0001_0001);
    // Within a step the first byte is counted eight times, the last one once.
    high += sumOfLanes(evenSums, 0x0008_0006_0004_0002);
    high += sumOfLanes(oddSums, 0x0007_0005_0003_0001);
    low %= adlerBase;
    high %= adlerBase;
  }
  for (; from < end; from++) {
    low += load<u8>(from);
    high += low;
  }
  return ((high % adlerBase) << 16) | (low % adlerBase);
}

/** The four 16-bit lanes, each times its weight (the lowest lane's stands highest), added up in the highest lane. */
function sumOfLanes(lanes: u64, weights: u64): u32 {
  return ((lanes * weights) >> 48) as u32;
}

/** Fills the tables that {@link crc32} reads, once. */
export function prepareCrcTables(): void {
  for (let byte: u32 = 0; byte < 256; byte++) {
    let crc = byte;
    for (let bit = 0; bit < 8; bit++) {
      crc = (crc & 1) !== 0 ? (crc >>> 1) ^ crcPolynomial : crc >>> 1;
    }
    store<u32>(crcTables + (byte << 2), crc);
  }
  for (let index: usize = 256; index < 8 * 256; index++) {
    const before = load<u32>(crcTables + ((index - 256) << 2));
    store<u32>(crcTables + (index << 2), (before >>> 8) ^ load<u32>(crcTables + ((before & 255) << 2)));
  }
}

/** CRC-32 of `length` bytes. */
export function crc32(from: usize, length: usize): u32 {
  let crc: u32 = 0xffffffff;
  const end = from + length;
  // Eight bytes a step ("slicing by 8"): eight independent look-ups in place of a chain of eight.
  for (; from + 8 <= end; from += 8) {
    let word = load<u64>(from) ^ (crc as u64);
    crc = 0;
    for (let table = crcTables + 7 * 1024; table >= crcTables; table -= 1024, word >>= 8) {
      crc ^= crcOf(word as u32, table);
    }
  }
  for (; from < end; from++) {
    crc = (crc >>> 8) ^ crcOf(crc ^ load<u8>(from), crcTables);
  }
  return ~crc;
}

/** What the lowest byte of `value` adds to the CRC, by the table of its distance from the end of a step. */
function crcOf(value: u32, table: usize): u32 {
  return load<u32>(table + ((value & 255) << 2));
}
