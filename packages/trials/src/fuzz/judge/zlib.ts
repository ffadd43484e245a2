import zlib from "node:zlib";

/** What Node's zlib makes of a stream: its text, or that it is refused and why. */
export type JudgedStream =
  | { readonly kind: "text"; readonly text: Uint8Array }
  | { readonly kind: "refused"; readonly why: string };

/**
 * Inflates a zlib stream or a gzip member, strictly: bytes behind its end, which Node passes over, are refused, and so is a second
 * gzip member behind the first.
 */
export function judgeStream(stream: Uint8Array, maxInflatedBytes: number): JudgedStream {
  const inflate = stream[0] === 0x1f ? zlib.gunzipSync : zlib.inflateSync;
  // A window of 32 KiB, whatever smaller one the header states: by that, zlib refuses a far distance or not as its pieces fall.
  const options = { info: true, windowBits: 15, maxOutputLength: Math.max(1, maxInflatedBytes) };
  try {
    const { buffer, engine } = inflate(stream, options) as unknown as { buffer: Buffer; engine: zlib.Inflate };
    if (buffer.length > maxInflatedBytes) {
      return { kind: "refused", why: "too long" };
    }
    if (engine.bytesWritten !== stream.length || hasSecondMember(stream)) {
      return { kind: "refused", why: "bytes behind its end" };
    }
    return { kind: "text", text: buffer };
  } catch (error) {
    return { kind: "refused", why: (error as Error).message };
  }
}

/** Node joins gzip members into one text. A second one begins where the stream before it is whole. */
function hasSecondMember(stream: Uint8Array): boolean {
  if (stream[0] !== 0x1f) {
    return false;
  }
  for (let at = 2; at < stream.length - 1; at++) {
    if (stream[at] === 0x1f && stream[at + 1] === 0x8b && isWholeGzip(stream.subarray(0, at))) {
      return true;
    }
  }
  return false;
}

function isWholeGzip(stream: Uint8Array): boolean {
  try {
    zlib.gunzipSync(stream);
    return true;
  } catch {
    return false;
  }
}
