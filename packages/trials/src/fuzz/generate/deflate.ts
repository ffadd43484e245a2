import zlib from "node:zlib";
import type { Random } from "@depthwire/core";
import { randomInteger } from "@depthwire/testkit";
import { joined, once, pick } from "./bytes.js";

const { Z_DEFAULT_STRATEGY, Z_FILTERED, Z_HUFFMAN_ONLY, Z_RLE, Z_FIXED, Z_FULL_FLUSH, Z_SYNC_FLUSH } = zlib.constants;
const strategies = [Z_DEFAULT_STRATEGY, Z_FILTERED, Z_HUFFMAN_ONLY, Z_RLE, Z_FIXED];

/** Every level, strategy, window and size of zlib's memory. */
function someOptions(random: Random): zlib.ZlibOptions {
  return {
    level: randomInteger(random, 0, 9),
    strategy: pick(random, strategies),
    windowBits: randomInteger(random, 9, 15),
    memLevel: randomInteger(random, 1, 9),
  };
}

/** A whole zlib stream or gzip member, in one piece or several, each compressed in its own way. */
export function pack(text: Uint8Array, random: Random): Uint8Array {
  if (once(random, 6)) {
    return packInPieces(text, random);
  }
  return once(random, 3) ? zlib.gzipSync(text, someOptions(random)) : zlib.deflateSync(text, someOptions(random));
}

/** Pieces end at a byte and never refer to one another, so that they stand behind each other as one stream. */
function packInPieces(text: Uint8Array, random: Random): Uint8Array {
  const parts: Uint8Array[] = [Uint8Array.of(0x78, 0x9c)];
  let at = 0;
  while (at < text.length && parts.length < 6) {
    const end = Math.min(text.length, at + randomInteger(random, 0, Math.ceil(text.length / 2)));
    const finishFlush = pick(random, [Z_FULL_FLUSH, Z_SYNC_FLUSH]);
    parts.push(zlib.deflateRawSync(text.subarray(at, end), { ...someOptions(random), finishFlush }));
    at = end;
  }
  parts.push(zlib.deflateRawSync(text.subarray(at), someOptions(random)));
  return joined(...parts, adler32(text));
}

/** What a stream inflates to, as far as it does, whatever its checksum says; undefined where its beginning is no stream's. */
export function leniently(stream: Uint8Array, maxOutputLength: number): Uint8Array | undefined {
  const isGzip = stream[0] === 0x1f;
  const body = stream.subarray(isGzip ? 10 : 2, Math.max(2, stream.length - (isGzip ? 8 : 4)));
  try {
    return zlib.inflateRawSync(body, { finishFlush: Z_SYNC_FLUSH, maxOutputLength });
  } catch {
    return undefined;
  }
}

/** The stream with the checksum that its text has, so that damage in front of it is not found by the checksum alone. */
export function repairChecksum(stream: Uint8Array, maxOutputLength: number): Uint8Array {
  const text = leniently(stream, maxOutputLength);
  if (text === undefined) {
    return stream;
  }
  if (stream[0] !== 0x1f) {
    return joined(stream.subarray(0, Math.max(2, stream.length - 4)), adler32(text));
  }
  const trailer = new Uint8Array(8);
  const view = new DataView(trailer.buffer);
  view.setUint32(0, zlib.crc32(text), true);
  view.setUint32(4, text.length, true);
  return joined(stream.subarray(0, Math.max(10, stream.length - 8)), trailer);
}

/** RFC 1950, section 8.2. */
function adler32(bytes: Uint8Array): Uint8Array {
  let low = 1;
  let high = 0;
  // Sums of so many bytes stay below 2^53 by far.
  for (let from = 0; from < bytes.length; from += 4_096) {
    for (const byte of bytes.subarray(from, from + 4_096)) {
      low += byte;
      high += low;
    }
    low %= 65_521;
    high %= 65_521;
  }
  return Uint8Array.of(high >>> 8, high & 0xff, low >>> 8, low & 0xff);
}
