import { frameBytesLimit, inflatedBytesLimit } from "@depthwire/schema/internal";
import { encodeUtf8 } from "../bytes/utf8.js";
import { ProtocolError } from "../error/protocol-error.js";
import type { Deflate, Inflate } from "../ports/inflate.js";

/** Bounds on one frame. */
export interface FrameLimits {
  /** Most bytes of a message as received. */
  readonly maxFrameBytes: number;
  /** Most bytes that a compressed body may inflate to. */
  readonly maxInflatedBytes: number;
}

/** 256 KiB as received, 4 MiB inflated. */
export const defaultFrameLimits: FrameLimits = {
  maxFrameBytes: frameBytesLimit.max,
  maxInflatedBytes: inflatedBytesLimit.max,
};

/** How the body of a frame came over the wire. */
export type FrameEncoding = "plain" | "zlib" | "gzip";

/** Where the JSON text of a frame stands: `bytes[start, end)`. One object is reused from frame to frame. */
export interface FrameBody {
  bytes: Uint8Array;
  start: number;
  end: number;
  encoding: FrameEncoding;
}

const noBytes = new Uint8Array(0);

/** A body to pass to {@link decodeFrame}. */
export function createFrameBody(): FrameBody {
  return { bytes: noBytes, start: 0, end: 0, encoding: "plain" };
}

const newline = 0x0a;
const carriageReturn = 0x0d;

/**
 * Finds, and where needed inflates, the JSON text of one message of protocol A, text and binary messages alike.
 * A plain body points into `message` and a compressed one into the output of `inflate`: nothing is copied, and the
 * body is valid as long as those are.
 *
 * @param into receives the result and is returned
 * @throws ProtocolError `frame-empty`, `frame-too-large`, `frame-unknown-marker`, `frame-unknown-compression`, and
 *   those of `inflate`: `frame-corrupt`, `frame-truncated`, `frame-trailing-bytes`, `frame-too-large`
 * @spec document 1, Events, Protocol A; field notes 2, 3 and 4
 */
export function decodeFrame(message: Uint8Array, inflate: Inflate, limits: FrameLimits, into: FrameBody): FrameBody {
  const length = message.length;
  if (length > limits.maxFrameBytes) {
    throw new ProtocolError("frame-too-large", { limit: limits.maxFrameBytes, stage: "frame" });
  }
  switch (message[0]) {
    case 0x30: // "0"
    case 0x00:
      setBody(into, message, 1, length, "plain");
      break;
    case 0x31: // "1"
    case 0x01: {
      const encoding = compressionOf(message);
      const inflated = inflate.inflate(message, 1, length, limits.maxInflatedBytes);
      setBody(into, inflate.output, 0, inflated, encoding);
      break;
    }
    case 0x7b: // "{" without a marker: error texts and pongs
      setBody(into, message, 0, length, "plain");
      break;
    case undefined:
      throw new ProtocolError("frame-empty", {});
    default:
      throw new ProtocolError("frame-unknown-marker", { marker: message[0] as number });
  }
  if (into.start === into.end) {
    throw new ProtocolError("frame-empty", {});
  }
  return into;
}

/** Tells zlib (RFC 1950, section 2.2) from gzip (RFC 1952, section 2.3.1) by the two bytes after the marker. */
function compressionOf(message: Uint8Array): FrameEncoding {
  if (message.length === 1) {
    throw new ProtocolError("frame-empty", {});
  }
  if (message.length === 2) {
    throw new ProtocolError("frame-truncated", { length: 1 });
  }
  const header = ((message[1] as number) << 8) | (message[2] as number);
  if (header === 0x1f8b) {
    return "gzip";
  }
  const isDeflate = ((header >> 8) & 0x0f) === 8 && header >> 12 <= 7;
  if (isDeflate && header % 31 === 0) {
    return "zlib";
  }
  throw new ProtocolError("frame-unknown-compression", { header });
}

/** A newline after the JSON is cut off: some deployments send one. */
function setBody(into: FrameBody, bytes: Uint8Array, start: number, end: number, encoding: FrameEncoding): void {
  let last = end;
  if (last > start && bytes[last - 1] === newline) {
    last -= 1;
    if (last > start && bytes[last - 1] === carriageReturn) {
      last -= 1;
    }
  }
  into.bytes = bytes;
  into.start = start;
  into.end = last;
  into.encoding = encoding;
}

/** How a frame is written. Compressed frames need a marker; only plain ones can end with a newline. */
export type FrameStyle =
  | {
      /** `character`: `0` or `1`; `byte`: 0x00 or 0x01, always in a binary message. */
      readonly marker: "character" | "byte";
      /** Compresses the body, to zlib or gzip. Absent: a plain frame. */
      readonly compress?: Deflate;
      /** Written after the JSON of a plain frame. */
      readonly ending?: "newline";
    }
  | {
      /** Plain JSON without a marker, as deployments send error texts and pongs. */
      readonly marker: "none";
      readonly ending?: "newline";
    };

/** A frame ready to be sent. */
export interface EncodedFrame {
  readonly data: Uint8Array;
  /** Whether it needs a binary WebSocket message. */
  readonly binary: boolean;
}

/**
 * Writes one server message of protocol A.
 *
 * @param text the JSON text
 * @spec document 1, Events, Protocol A; field notes 2, 3 and 4
 */
export function encodeFrame(text: string, style: FrameStyle): EncodedFrame {
  if (style.marker === "none") {
    return { data: encodeUtf8(text + endingOf(style)), binary: false };
  }
  const firstCode = style.marker === "character" ? 0x30 : 0x00;
  if (style.compress === undefined) {
    const data = encodeUtf8(String.fromCharCode(firstCode) + text + endingOf(style));
    return { data, binary: style.marker === "byte" };
  }
  const body = style.compress(encodeUtf8(text));
  const data = new Uint8Array(body.length + 1);
  data[0] = firstCode + 1;
  data.set(body, 1);
  return { data, binary: true };
}

function endingOf(style: FrameStyle): string {
  return style.ending === "newline" ? "\n" : "";
}
