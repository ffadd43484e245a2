// What stands around the deflate blocks: zlib (RFC 1950) and gzip (RFC 1952). As strict as zlib, no more and no less.

import { corruptChecksum, corruptHeader, corruptLength, truncated } from "../src/inflate/status";
import { alignToByte, moveTo, sourceEnd, sourceStart } from "./bit-reader";
import { adler32, crc32 } from "./checksum";
import { textArea } from "./memory";

/** RFC 1950, 2.2 and RFC 1952, 2.3.1: the only compression method. */
const methodDeflate: u32 = 8;
/** RFC 1950, 2.2, CINFO: "Values of CINFO above 7 are not allowed" (a window of 32 KiB). */
const maxWindowField: u32 = 7;
/** RFC 1950, 2.2, FLG: bit 5 says that a preset dictionary is needed. We have none. */
const presetDictionaryFlag: u32 = 0x20;

/** RFC 1952, 2.3.1: ID1 and ID2 as one little-endian number. */
const gzipMagic: u16 = 0x8b1f;
const gzipHeaderBytes: usize = 10;
const headerCrcFlag: u32 = 0x02;
const extraFieldFlag: u32 = 0x04;
const nameFlag: u32 = 0x08;
const commentFlag: u32 = 0x10;
/** RFC 1952, 2.3.1.2: "must give an error indication if any reserved bit is non-zero". */
const reservedFlags: u32 = 0xe0;

const done: i32 = 0;

/** Whether the source, of at least two bytes, begins like gzip. */
export function isGzip(): bool {
  return load<u16>(sourceStart) === gzipMagic;
}

/** Reads CMF and FLG of a source of at least two bytes. Answers 0 or a status. */
export function readZlibHeader(): i32 {
  const cmf = load<u8>(sourceStart) as u32;
  const flags = load<u8>(sourceStart, 1) as u32;
  // RFC 1950, 2.2, FCHECK: the two bytes as a big-endian number are a multiple of 31.
  if (((cmf << 8) | flags) % 31 !== 0) {
    return corruptHeader;
  }
  if ((cmf & 15) !== methodDeflate || cmf >>> 4 > maxWindowField) {
    return corruptHeader;
  }
  // DICTID would be the next four bytes.
  if (flags & presetDictionaryFlag) {
    return sourceEnd < sourceStart + 6 ? truncated : corruptHeader;
  }
  moveTo(sourceStart + 2);
  return done;
}

/** Reads the gzip header with all its optional fields. Answers 0 or a status. */
export function readGzipHeader(): i32 {
  // zlib looks at method and flags as soon as they are there.
  if (sourceEnd < sourceStart + 4) {
    return truncated;
  }
  const flags = load<u8>(sourceStart, 3) as u32;
  if (load<u8>(sourceStart, 2) !== methodDeflate || flags & reservedFlags) {
    return corruptHeader;
  }
  let position = sourceStart + gzipHeaderBytes;
  if (flags & extraFieldFlag) {
    if (position + 2 > sourceEnd) {
      return truncated;
    }
    position += 2 + (load<u16>(position) as usize);
  }
  if (flags & nameFlag) {
    position = skipZeroTerminated(position);
  }
  if (flags & commentFlag) {
    position = skipZeroTerminated(position);
  }
  if (flags & headerCrcFlag) {
    if (position + 2 > sourceEnd) {
      return truncated;
    }
    // RFC 1952, 2.3.1, FHCRC: "the two least significant bytes of the CRC32 for all bytes" before it.
    if (load<u16>(position) !== (crc32(sourceStart, position - sourceStart) & 0xffff)) {
      return corruptHeader;
    }
    position += 2;
  }
  if (position > sourceEnd) {
    return truncated;
  }
  moveTo(position);
  return done;
}

/** Address behind the zero byte, or behind the end of the source where there is none. */
function skipZeroTerminated(from: usize): usize {
  let position = from;
  while (position < sourceEnd && load<u8>(position) !== 0) {
    position++;
  }
  return position + 1;
}

/** RFC 1950, 2.2: Adler-32 of the text, most significant byte first. Answers 0 or a status. */
export function readZlibTrailer(textLength: u32): i32 {
  const trailer = alignToByte();
  if (trailer + 4 > sourceEnd) {
    return truncated;
  }
  if (bswap<u32>(load<u32>(trailer)) !== adler32(textArea, textLength)) {
    return corruptChecksum;
  }
  moveTo(trailer + 4);
  return done;
}

/** RFC 1952, 2.3.1: CRC-32 of the text and its length, least significant byte first. Answers 0 or a status. */
export function readGzipTrailer(textLength: u32): i32 {
  const trailer = alignToByte();
  if (trailer + 4 > sourceEnd) {
    return truncated;
  }
  if (load<u32>(trailer) !== crc32(textArea, textLength)) {
    return corruptChecksum;
  }
  if (trailer + 8 > sourceEnd) {
    return truncated;
  }
  if (load<u32>(trailer, 4) !== textLength) {
    return corruptLength;
  }
  moveTo(trailer + 8);
  return done;
}
