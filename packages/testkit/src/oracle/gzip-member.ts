/** Where the parts of one gzip member stand (RFC 1952 section 2.3). */
export interface GzipHeader {
  /** First byte of the deflate body. */
  readonly bodyStart: number;
}

/** Bytes of CRC-32 and length behind the deflate body. */
export const gzipTrailerBytes = 8;

const fixedHeaderBytes = 10;
const deflateMethod = 8;
const flag = { headerChecksum: 2, extra: 4, name: 8, comment: 16, reserved: 0xe0 } as const;

/** Why a gzip header could not be read. */
export type GzipHeaderFault = "corrupt" | "truncated";

/**
 * Finds the deflate body of the gzip member in `source[start, end)`. Optional header fields are stepped over.
 *
 * @param crc32 checks the header's own checksum where it has one
 */
export function readGzipHeader(
  source: Uint8Array,
  start: number,
  end: number,
  crc32: (bytes: Uint8Array) => number,
): GzipHeader | GzipHeaderFault {
  if (end - start < fixedHeaderBytes) {
    return "truncated";
  }
  const flags = source[start + 3] as number;
  if (source[start] !== 0x1f || source[start + 1] !== 0x8b) {
    return "corrupt";
  }
  if (source[start + 2] !== deflateMethod || (flags & flag.reserved) !== 0) {
    return "corrupt";
  }
  let at = start + fixedHeaderBytes;
  if ((flags & flag.extra) !== 0) {
    if (end - at < 2) {
      return "truncated";
    }
    at += 2 + readLittleEndian16(source, at);
  }
  if ((flags & flag.name) !== 0) {
    at = afterZero(source, at, end);
  }
  if ((flags & flag.comment) !== 0) {
    at = afterZero(source, at, end);
  }
  if ((flags & flag.headerChecksum) !== 0) {
    if (end - at < 2) {
      return "truncated";
    }
    if ((crc32(source.subarray(start, at)) & 0xffff) !== readLittleEndian16(source, at)) {
      return "corrupt";
    }
    at += 2;
  }
  return at < end ? { bodyStart: at } : "truncated";
}

/** One past the next zero byte, or past the end where there is none. */
function afterZero(source: Uint8Array, from: number, end: number): number {
  let at = from;
  while (at < end && source[at] !== 0) {
    at++;
  }
  return at + 1;
}

function readLittleEndian16(source: Uint8Array, at: number): number {
  return (source[at] as number) | ((source[at + 1] as number) << 8);
}

/** Reads an unsigned 32-bit number of the trailer. */
export function readLittleEndian32(source: Uint8Array, at: number): number {
  return (readLittleEndian16(source, at) | (readLittleEndian16(source, at + 2) << 16)) >>> 0;
}
