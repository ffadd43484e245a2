// UTF-8 for hosts without TextEncoder and TextDecoder, such as QuickJS; the same bytes and the same refusals.

/** U+FFFD, which stands for a surrogate without its other half. */
const replacement = 0xfffd;

/**
 * Writes the UTF-8 bytes of `text` from byte 0 on. A lone surrogate becomes U+FFFD.
 *
 * @param bytes with room for three bytes a UTF-16 unit
 * @returns how many bytes were written
 */
export function writeUtf8(text: string, bytes: Uint8Array): number {
  let at = 0;
  for (const character of text) {
    const point = character.codePointAt(0) as number;
    const code = (point & ~0x7ff) === 0xd800 ? replacement : point;
    if (code < 0x80) {
      bytes[at++] = code;
      continue;
    }
    const further = code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
    // As many ones in front as there are bytes, then a zero.
    bytes[at++] = ((0xff80 >> further) & 0xff) | (code >> (6 * further));
    for (let shift = 6 * (further - 1); shift >= 0; shift -= 6) {
      bytes[at++] = 0x80 | ((code >> shift) & 0x3f);
    }
  }
  return at;
}

/** Units that one call makes a text of: more arguments may be more than a host takes. */
const chunkUnits = 4_096;

/** The text of `bytes[start, end)`, with a byte-order mark kept; undefined when the bytes are not UTF-8. */
export function readUtf8(bytes: Uint8Array, start: number, end: number): string | undefined {
  const units = new Uint16Array(Math.min(chunkUnits + 1, end - start + 1));
  let text = "";
  let count = 0;
  for (let at = start; at < end; ) {
    const first = bytes[at] as number;
    const length = first < 0x80 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
    const code = length === 1 ? first : codePointAt(bytes, at, Math.min(end, at + length), length);
    if (code < 0) {
      return undefined;
    }
    at += length;
    if (code >= 0x10000) {
      units[count++] = 0xd7c0 + (code >> 10);
    }
    units[count++] = code < 0x10000 ? code : 0xdc00 | (code & 0x3ff);
    if (count >= chunkUnits) {
      text += String.fromCharCode(...units.subarray(0, count));
      count = 0;
    }
  }
  return text + String.fromCharCode(...units.subarray(0, count));
}

/** Smallest code points that may take two, three and four bytes. */
const smallest = [0x80, 0x800, 0x10000] as const;

/** The code point of a sequence of `length` bytes; -1 for one that is cut off, too long for its value, or no character's. */
function codePointAt(bytes: Uint8Array, start: number, end: number, length: number): number {
  const first = bytes[start] as number;
  if (first < 0xc2 || first > 0xf4 || end - start < length) {
    return -1;
  }
  let code = first & (0xff >> (length + 1));
  for (let at = start + 1; at < end; at++) {
    const next = bytes[at] as number;
    if ((next & 0xc0) !== 0x80) {
      return -1;
    }
    code = (code << 6) | (next & 0x3f);
  }
  const isSurrogate = (code & 0x1ff800) === 0xd800;
  return code < (smallest[length - 2] as number) || code > 0x10ffff || isSurrogate ? -1 : code;
}
