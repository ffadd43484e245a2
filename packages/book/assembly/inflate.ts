// Inflates one zlib or gzip stream at a time, from and into the module's memory.

import { trailingBytes, truncated } from "../src/inflate/status";
import { nextByte, openSource, sourceEnd } from "./bit-reader";
import { prepareFixedCodes } from "./block-codes";
import { inflateBlocks } from "./blocks";
import { prepareCrcTables } from "./checksum";
import { isGzip, readGzipHeader, readGzipTrailer, readZlibHeader, readZlibTrailer } from "./container";
import { reserveMemory, sourceArea, textArea } from "./memory";
import { prepareForms } from "./scan-decimal";
import { prepareSymbols } from "./symbols";

prepareSymbols();
prepareCrcTables();
prepareFixedCodes();
prepareForms();

/** Makes room for a source and a text of these lengths. Answers 1, or 0 where the host has not that much memory. */
export function reserve(sourceCapacity: u32, textCapacity: u32): i32 {
  return reserveMemory(sourceCapacity, textCapacity);
}

/** Address of byte 0 of the source. */
export function sourceAddress(): u32 {
  return sourceArea as u32;
}

/** Address of the text, until room is made for a longer one. */
export function textAddress(): u32 {
  return textArea as u32;
}

/** How many bytes the last source had behind the end of its stream, where that is what was wrong. */
export function countTrailingBytes(): u32 {
  return (sourceEnd - nextByte) as u32;
}

/** Inflates the source's bytes `start` to `end`. Answers the length of the text, or a (negative) status. */
export function inflate(start: u32, end: u32, maxInflatedBytes: u32): i32 {
  openSource(sourceArea + start, sourceArea + end);
  if (end < start + 2) {
    return truncated;
  }
  return isGzip() ? inflateGzip(maxInflatedBytes) : inflateZlib(maxInflatedBytes);
}

function inflateZlib(maxInflatedBytes: u32): i32 {
  const header = readZlibHeader();
  if (header < 0) {
    return header;
  }
  const length = inflateBlocks(maxInflatedBytes);
  return length < 0 ? length : finish(length, readZlibTrailer(length));
}

function inflateGzip(maxInflatedBytes: u32): i32 {
  const header = readGzipHeader();
  if (header < 0) {
    return header;
  }
  const length = inflateBlocks(maxInflatedBytes);
  return length < 0 ? length : finish(length, readGzipTrailer(length));
}

function finish(length: i32, trailer: i32): i32 {
  if (trailer < 0) {
    return trailer;
  }
  return nextByte < sourceEnd ? trailingBytes : length;
}
