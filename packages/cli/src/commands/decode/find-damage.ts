import { gunzipSync, inflateSync } from "node:zlib";

/** The checksum at the end of a stream, in bytes; gzip has the length behind it. */
const trailerBytes = { zlib: 4, gzip: 8 } as const;

/**
 * Where in a damaged stream the damage shows: the first byte with which it can be read no more, counted from the stream's beginning.
 *
 * @returns the beginning of its checksum where that alone is wrong; undefined where another reader finds no damage
 */
export function damageOffset(stream: Uint8Array, encoding: "zlib" | "gzip"): number | undefined {
  const whole = endOf(stream, encoding);
  if (whole === "complete") {
    return undefined;
  }
  if (whole === "cut") {
    return stream.length;
  }
  if (whole === "checksum") {
    return stream.length - trailerBytes[encoding];
  }
  // What can be read of a beginning can be read of a shorter one too.
  let readable = 0;
  let damaged = stream.length;
  while (damaged - readable > 1) {
    const middle = (readable + damaged) >> 1;
    if (endOf(stream.subarray(0, middle), encoding) === "cut") {
      readable = middle;
    } else {
      damaged = middle;
    }
  }
  return damaged - 1;
}

/** How a second reader, Node's own, comes to the end of a stream. */
function endOf(stream: Uint8Array, encoding: "zlib" | "gzip"): "complete" | "cut" | "checksum" | "damaged" {
  try {
    (encoding === "zlib" ? inflateSync : gunzipSync)(stream);
    return "complete";
  } catch (error) {
    const { code, message } = error as { readonly code?: string; readonly message: string };
    if (code === "Z_BUF_ERROR") {
      return "cut";
    }
    return /incorrect data check|incorrect length check/.test(message) ? "checksum" : "damaged";
  }
}
