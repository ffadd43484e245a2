import zlib from "node:zlib";
import { type Inflate, ProtocolError } from "@depthwire/core";
import { gunzipSync, unzlibSync } from "fflate";

/** The text, or the code of the refusal and, where something was damaged, what. */
export type Outcome = Buffer | string;

/** What one of our inflaters says. */
export function outcomeOf(inflate: Inflate, source: Uint8Array, maxInflatedBytes: number): Outcome {
  try {
    const length = inflate.inflate(source, 0, source.length, maxInflatedBytes);
    return Buffer.from(inflate.output.subarray(0, length));
  } catch (error) {
    if (!(error instanceof ProtocolError)) {
      throw error;
    }
    const { code, details } = error.toJSON();
    return code === "frame-corrupt" ? `${code} ${details["check"]}` : code;
  }
}

/** What node:zlib's refusals are called here; of damaged data only its message tells more, and the rest is a block's. */
const refusals: Readonly<Record<string, string>> = {
  Z_BUF_ERROR: "frame-truncated",
  Z_NEED_DICT: "frame-corrupt header",
  ERR_BUFFER_TOO_LARGE: "frame-too-large",
  "incorrect header check": "frame-corrupt header",
  "unknown compression method": "frame-corrupt header",
  "invalid window size": "frame-corrupt header",
  "unknown header flags set": "frame-corrupt header",
  "header crc mismatch": "frame-corrupt header",
  "incorrect data check": "frame-corrupt checksum",
  "incorrect length check": "frame-corrupt length",
};

/** What node:zlib says. Bytes after a zlib stream it passes over: the number of bytes that it read tells. */
export function nodeOutcomeOf(source: Uint8Array, maxInflatedBytes: number): Outcome {
  const inflateSync = source[0] === 0x1f ? zlib.gunzipSync : zlib.inflateSync;
  const options = { info: true, maxOutputLength: maxInflatedBytes };
  try {
    const { buffer, engine } = inflateSync(source, options) as unknown as { buffer: Buffer; engine: zlib.Inflate };
    return engine.bytesWritten === source.length ? buffer : "frame-trailing-bytes";
  } catch (error) {
    const { code = "", message } = error as NodeJS.ErrnoException;
    return refusals[code] ?? refusals[message] ?? "frame-corrupt block";
  }
}

/**
 * What fflate makes of a stream that others accept. It cannot judge damage: it compares no checksum, and reads until the text
 * ends, however long that gets.
 */
export function fflateTextOf(source: Uint8Array): Buffer {
  return Buffer.from(source[0] === 0x1f ? gunzipSync(source) : unzlibSync(source));
}

/** For messages of failed tests. */
export function showOutcome(outcome: Outcome): string {
  return typeof outcome === "string" ? outcome : `a text of ${outcome.length} bytes`;
}
