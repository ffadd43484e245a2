import { ProtocolError } from "../error/protocol-error.js";
import type { OwnBytes } from "./own-bytes.js";
import { readUtf8, writeUtf8 } from "./plain-utf8.js";

// The host's own where it has them: on long texts they are faster. Both are without state between calls.
const hostEncoder: TextEncoder | undefined = /* @__PURE__ */ createHostEncoder();
const hostDecoder: TextDecoder | undefined = /* @__PURE__ */ createHostDecoder();

function createHostEncoder(): TextEncoder | undefined {
  return typeof TextEncoder === "undefined" ? undefined : new TextEncoder();
}

/** A byte-order mark is kept, so that the JSON parser sees and refuses it. */
function createHostDecoder(): TextDecoder | undefined {
  return typeof TextDecoder === "undefined" ? undefined : new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
}

/** The UTF-8 bytes of `text`. A lone surrogate becomes U+FFFD, as everywhere on the platform. */
export function encodeUtf8(text: string): OwnBytes {
  if (hostEncoder !== undefined) {
    return hostEncoder.encode(text);
  }
  const bytes = new Uint8Array(text.length * 3);
  return bytes.slice(0, writeUtf8(text, bytes));
}

/**
 * Writes the UTF-8 bytes of `text` from byte 0 on, and allocates nothing.
 *
 * @param bytes with room for three bytes a UTF-16 unit
 * @returns how many bytes were written
 */
export function encodeUtf8Into(text: string, bytes: Uint8Array): number {
  return hostEncoder === undefined ? writeUtf8(text, bytes) : hostEncoder.encodeInto(text, bytes).written;
}

/**
 * The text of `bytes[start, end)`, with a byte-order mark kept as U+FEFF.
 *
 * @throws ProtocolError `text-malformed` when the bytes are not UTF-8
 */
export function decodeUtf8(bytes: Uint8Array, start: number, end: number): string {
  const text = hostDecoder === undefined ? readUtf8(bytes, start, end) : hostText(hostDecoder, bytes, start, end);
  if (text === undefined) {
    throw new ProtocolError("text-malformed", {});
  }
  return text;
}

function hostText(decoder: TextDecoder, bytes: Uint8Array, start: number, end: number): string | undefined {
  try {
    return decoder.decode(bytes.subarray(start, end));
  } catch {
    // The platform's own error says nothing more, and reads differently on each runtime.
    return undefined;
  }
}
