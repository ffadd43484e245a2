import { ProtocolError } from "../error/protocol-error.js";
import type { OwnBytes } from "./own-bytes.js";

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const padding = 0x3d;
/** Six bits by character code; 64 means none. */
const sixBits: Uint8Array = Uint8Array.from({ length: 128 }, (_, code) => {
  const value = alphabet.indexOf(String.fromCharCode(code));
  return value < 0 ? 64 : value;
});

/** RFC 4648, section 4, with padding. Own code, because no runtime-neutral function exists for bytes. */
export function encodeBase64(bytes: Uint8Array): string {
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; at += 3) {
    const left = bytes.length - at;
    const group = ((bytes[at] as number) << 16) | ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0);
    const letters =
      (alphabet[group >> 18] as string) +
      alphabet[(group >> 12) & 63] +
      (left > 1 ? alphabet[(group >> 6) & 63] : "=") +
      (left > 2 ? alphabet[group & 63] : "=");
    parts.push(letters);
  }
  return parts.join("");
}

/**
 * The bytes of a base64 text. Strict: whole groups of four, padding only at the end, no bits beyond the last byte.
 *
 * @throws ProtocolError `frame-corrupt`
 */
export function decodeBase64(text: string): OwnBytes {
  const length = text.length;
  const padded = countPadding(text);
  if (length % 4 !== 0) {
    fail();
  }
  const bytes = new Uint8Array((length / 4) * 3 - padded);
  let to = 0;
  for (let at = 0; at < length; at += 4) {
    const isLast = at + 4 === length;
    let group = 0;
    for (let offset = 0; offset < 4; offset += 1) {
      const isPadding = isLast && offset >= 4 - padded;
      group = (group << 6) | (isPadding ? 0 : valueAt(text, at + offset));
    }
    bytes[to] = group >> 16;
    bytes[to + 1] = (group >> 8) & 0xff;
    bytes[to + 2] = group & 0xff;
    to += 3;
    if (isLast && padded > 0 && (group & (padded === 1 ? 0xff : 0xffff)) !== 0) {
      fail();
    }
  }
  return bytes;
}

/**
 * {@link decodeBase64} from bytes to bytes, without a string on the way.
 *
 * @param into has room for three bytes of every four that are read
 * @returns how many bytes were written, or -1 where `bytes[start, end)` is not strict base64
 */
export function decodeBase64Bytes(bytes: Uint8Array, start: number, end: number, into: Uint8Array): number {
  const length = end - start;
  if (length === 0 || length % 4 !== 0) {
    return length === 0 ? 0 : -1;
  }
  const padded = bytes[end - 1] !== padding ? 0 : bytes[end - 2] === padding ? 2 : 1;
  let to = 0;
  // The bits of a wrong letter are kept apart: one look at the end instead of four for each group.
  let wrong = 0;
  for (let at = start; at < end - 4; at += 4) {
    const first = sixBitsOf(bytes[at] as number);
    const second = sixBitsOf(bytes[at + 1] as number);
    const third = sixBitsOf(bytes[at + 2] as number);
    const fourth = sixBitsOf(bytes[at + 3] as number);
    wrong |= first | second | third | fourth;
    into[to] = (first << 2) | (second >> 4);
    into[to + 1] = (second << 4) | (third >> 2);
    into[to + 2] = (third << 6) | fourth;
    to += 3;
  }
  const at = end - 4;
  const third = padded === 2 ? 0 : sixBitsOf(bytes[at + 2] as number);
  const fourth = padded > 0 ? 0 : sixBitsOf(bytes[at + 3] as number);
  const first = sixBitsOf(bytes[at] as number);
  const second = sixBitsOf(bytes[at + 1] as number);
  const group = (first << 18) | (second << 12) | (third << 6) | fourth;
  wrong |= first | second | third | fourth;
  const unused = padded === 0 ? 0 : padded === 1 ? 0xff : 0xffff;
  if ((wrong & 64) !== 0 || (group & unused) !== 0) {
    return -1;
  }
  into[to] = group >> 16;
  if (padded < 2) {
    into[to + 1] = group >> 8;
  }
  if (padded === 0) {
    into[to + 2] = group;
  }
  return to + 3 - padded;
}

/** Six bits, or 64 for a character outside the alphabet. */
function sixBitsOf(code: number): number {
  return code < 128 ? (sixBits[code] as number) : 64;
}

function countPadding(text: string): number {
  const { length } = text;
  if (length === 0 || text.charCodeAt(length - 1) !== padding) {
    return 0;
  }
  return text.charCodeAt(length - 2) === padding ? 2 : 1;
}

function valueAt(text: string, at: number): number {
  const code = text.charCodeAt(at);
  const value = sixBitsOf(code);
  return value < 64 ? value : fail();
}

function fail(): never {
  throw new ProtocolError("frame-corrupt", { check: "base64" });
}
