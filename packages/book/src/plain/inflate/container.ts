import { corruptChecksum, corruptHeader, corruptLength, truncated } from "../../inflate/status.js";
import type { BitReader } from "./bit-reader.js";
import { adler32, crc32 } from "./checksum.js";
import type { InflatedText } from "./inflated-text.js";

// What stands around the deflate blocks: zlib (RFC 1950) and gzip (RFC 1952). As strict as zlib, no more and no less.

/** RFC 1950, 2.2 and RFC 1952, 2.3.1: the only compression method. */
const methodDeflate = 8;
/** RFC 1950, 2.2, CINFO: "Values of CINFO above 7 are not allowed" (a window of 32 KiB). */
const maxWindowField = 7;
/** RFC 1950, 2.2, FLG: bit 5 says that a preset dictionary is needed. We have none. */
const presetDictionaryFlag = 0x20;

/** RFC 1952, 2.3.1: ID1 and ID2 as one little-endian number. */
const gzipMagic = 0x8b1f;
const gzipHeaderBytes = 10;
const headerCrcFlag = 0x02;
const extraFieldFlag = 0x04;
const nameFlag = 0x08;
const commentFlag = 0x10;
/** RFC 1952, 2.3.1.2: "must give an error indication if any reserved bit is non-zero". */
const reservedFlags = 0xe0;

const done = 0;

/** Whether the source, of at least two bytes, begins like gzip. */
export function isGzip({ words, start }: BitReader): boolean {
  return words.getUint16(start, true) === gzipMagic;
}

/** Reads CMF and FLG of a source of at least two bytes. Returns 0 or a status. */
export function readZlibHeader(reader: BitReader): number {
  const { words, start, end } = reader;
  // RFC 1950, 2.2, FCHECK: the two bytes as a big-endian number are a multiple of 31.
  if (words.getUint16(start) % 31 !== 0) {
    return corruptHeader;
  }
  const method = words.getUint8(start);
  if ((method & 15) !== methodDeflate || method >>> 4 > maxWindowField) {
    return corruptHeader;
  }
  // DICTID would be the next four bytes.
  if ((words.getUint8(start + 1) & presetDictionaryFlag) !== 0) {
    return end - start < 6 ? truncated : corruptHeader;
  }
  reader.moveTo(start + 2);
  return done;
}

/** Reads the gzip header with all its optional fields. Returns 0 or a status. */
export function readGzipHeader(reader: BitReader): number {
  const { words, start, end } = reader;
  // zlib looks at method and flags as soon as they are there.
  if (start + 4 > end) {
    return truncated;
  }
  const flags = words.getUint8(start + 3);
  if (words.getUint8(start + 2) !== methodDeflate || (flags & reservedFlags) !== 0) {
    return corruptHeader;
  }
  let position = start + gzipHeaderBytes;
  if ((flags & extraFieldFlag) !== 0) {
    if (position + 2 > end) {
      return truncated;
    }
    position += 2 + words.getUint16(position, true);
  }
  if ((flags & nameFlag) !== 0) {
    position = afterZero(reader, position);
  }
  if ((flags & commentFlag) !== 0) {
    position = afterZero(reader, position);
  }
  if ((flags & headerCrcFlag) !== 0) {
    if (position + 2 > end) {
      return truncated;
    }
    // RFC 1952, 2.3.1, FHCRC: "the two least significant bytes of the CRC32 for all bytes" before it.
    const expected = crc32(reader.bytes, start, position) & 0xffff;
    if (words.getUint16(position, true) !== expected) {
      return corruptHeader;
    }
    position += 2;
  }
  if (position > end) {
    return truncated;
  }
  reader.moveTo(position);
  return done;
}

/** Offset after the zero byte, or after the end of the source if there is none. */
function afterZero({ bytes, end }: BitReader, from: number): number {
  let position = from;
  while (position < end && bytes[position] !== 0) {
    position++;
  }
  return position + 1;
}

/** RFC 1950, 2.2: Adler-32 of the text, most significant byte first. Returns 0 or a status. */
export function readZlibTrailer(reader: BitReader, text: InflatedText): number {
  const trailer = reader.alignToByte();
  if (trailer + 4 > reader.end) {
    return truncated;
  }
  if (reader.words.getInt32(trailer) !== adler32(text.bytes, text.length)) {
    return corruptChecksum;
  }
  reader.moveTo(trailer + 4);
  return done;
}

/** RFC 1952, 2.3.1: CRC-32 of the text and its length, least significant byte first. Returns 0 or a status. */
export function readGzipTrailer(reader: BitReader, text: InflatedText): number {
  const trailer = reader.alignToByte();
  if (trailer + 4 > reader.end) {
    return truncated;
  }
  if (reader.words.getInt32(trailer, true) !== crc32(text.bytes, 0, text.length)) {
    return corruptChecksum;
  }
  if (trailer + 8 > reader.end) {
    return truncated;
  }
  if (reader.words.getUint32(trailer + 4, true) !== text.length) {
    return corruptLength;
  }
  reader.moveTo(trailer + 8);
  return done;
}
