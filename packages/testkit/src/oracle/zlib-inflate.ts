import { crc32, inflateRawSync, inflateSync } from "node:zlib";
import { type Inflate, ProtocolError } from "@depthwire/core";
import { gzipTrailerBytes, readGzipHeader, readLittleEndian32 } from "./gzip-member.js";

/** With `info: true` zlib's functions return this pair, which Node's types do not tell. */
interface Inflated {
  readonly buffer: Uint8Array;
  readonly engine: { readonly bytesWritten: number };
}

const firstGzipByte = 0x1f;

/** Small outputs come from Node's buffer pool; larger pieces pay off for larger messages only. */
const minChunkBytes = 2048;
const maxChunkBytes = 65_536;

/** Depth messages shrink to about a third, so that four times the input mostly fits one chunk. */
const expectedRatio = 4;

/**
 * The {@link Inflate} port on node:zlib: an independent second to the product's own `createInflate`. (Node gives the native memory of a
 * refused stream back only when it next collects garbage.)
 *
 * node:zlib alone is too lenient: it accepts bytes behind the stream and several gzip members.
 * So the bytes that it consumed are counted, and a gzip member's header and trailer are read here.
 *
 * @spec field note 3
 */
export function createZlibInflate(): Inflate {
  return new ZlibInflate();
}

class ZlibInflate implements Inflate {
  output: Uint8Array = new Uint8Array(0);

  inflate(source: Uint8Array, start: number, end: number, maxInflatedBytes: number): number {
    const { buffer, byteOffset, byteLength } =
      source[start] === firstGzipByte
        ? inflateGzip(source, start, end, maxInflatedBytes)
        : inflateZlib(source, start, end, maxInflatedBytes);
    // No Buffer leaves this file: its slice() shares memory where a Uint8Array's copies.
    this.output = new Uint8Array(buffer, byteOffset, byteLength);
    return byteLength;
  }
}

function inflateZlib(source: Uint8Array, start: number, end: number, maxInflatedBytes: number): Uint8Array {
  const { buffer, engine } = run(inflateSync, source.subarray(start, end), maxInflatedBytes);
  refuseTrailing(start + engine.bytesWritten, end);
  return buffer;
}

/** The body is inflated raw: node:zlib's gunzip goes on into a second member without telling. */
function inflateGzip(source: Uint8Array, start: number, end: number, maxInflatedBytes: number): Uint8Array {
  const header = readGzipHeader(source, start, end, crc32);
  if (header === "truncated") {
    throw truncated(start, end);
  }
  if (header === "corrupt") {
    throw new ProtocolError("frame-corrupt", { check: "header" });
  }
  const { buffer, engine } = run(inflateRawSync, source.subarray(header.bodyStart, end), maxInflatedBytes);
  const trailerStart = header.bodyStart + engine.bytesWritten;
  if (end - trailerStart < gzipTrailerBytes) {
    throw truncated(start, end);
  }
  if (readLittleEndian32(source, trailerStart) !== crc32(buffer)) {
    throw new ProtocolError("frame-corrupt", { check: "checksum" });
  }
  if (readLittleEndian32(source, trailerStart + 4) !== buffer.length) {
    throw new ProtocolError("frame-corrupt", { check: "length" });
  }
  refuseTrailing(trailerStart + gzipTrailerBytes, end);
  return buffer;
}

function run(inflate: typeof inflateSync, stream: Uint8Array, maxInflatedBytes: number): Inflated {
  const chunkSize = Math.min(maxChunkBytes, Math.max(minChunkBytes, stream.length * expectedRatio));
  const options = { info: true, maxOutputLength: maxInflatedBytes, chunkSize };
  try {
    return inflate(stream, options) as unknown as Inflated;
  } catch (cause) {
    const code = cause instanceof Error && "code" in cause ? cause.code : undefined;
    if (code === "Z_BUF_ERROR") {
      throw truncated(0, stream.length, cause);
    }
    if (code === "ERR_BUFFER_TOO_LARGE") {
      throw new ProtocolError("frame-too-large", { limit: maxInflatedBytes, stage: "inflated" }, { cause });
    }
    throw new ProtocolError("frame-corrupt", { check: "stream" }, { cause });
  }
}

function truncated(start: number, end: number, cause?: unknown): ProtocolError {
  return new ProtocolError("frame-truncated", { length: Math.max(0, end - start) }, { cause });
}

function refuseTrailing(streamEnd: number, end: number): void {
  if (streamEnd < end) {
    throw new ProtocolError("frame-trailing-bytes", { trailing: end - streamEnd });
  }
}
