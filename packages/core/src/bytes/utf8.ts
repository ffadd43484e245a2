import { ProtocolError } from "../error/protocol-error.js";
import type { OwnBytes } from "./own-bytes.js";

// Both are without state between calls. A byte-order mark is kept, so that the JSON parser sees and refuses it.
const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** The UTF-8 bytes of `text`. A lone surrogate becomes U+FFFD, as everywhere on the platform. */
export function encodeUtf8(text: string): OwnBytes {
  return encoder.encode(text);
}

/**
 * The text of `bytes[start, end)`, with a byte-order mark kept as U+FEFF.
 *
 * @throws ProtocolError `text-malformed` when the bytes are not UTF-8
 */
export function decodeUtf8(bytes: Uint8Array, start: number, end: number): string {
  try {
    return decoder.decode(bytes.subarray(start, end));
  } catch {
    // The platform's own error says nothing more, and reads differently on each runtime.
    throw new ProtocolError("text-malformed", {});
  }
}
