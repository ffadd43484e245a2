const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/**
 * The bytes of a base64 text that the package itself carries (RFC 4648, section 4, padded, no line breaks).
 * It checks nothing: the text is a generated constant.
 */
export function decodeBase64(text: string): Uint8Array<ArrayBuffer> {
  const padding = text.endsWith("==") ? 2 : text.endsWith("=") ? 1 : 0;
  const bytes = new Uint8Array((text.length / 4) * 3 - padding);
  let to = 0;
  for (let at = 0; at < text.length; at += 4) {
    // RFC 4648, 4: four characters are 24 bits; "=" counts as zero bits that fall off the end of the array.
    const group =
      (digit(text, at) << 18) | (digit(text, at + 1) << 12) | (digit(text, at + 2) << 6) | digit(text, at + 3);
    bytes[to++] = group >>> 16;
    bytes[to++] = group >>> 8;
    bytes[to++] = group;
  }
  return bytes;
}

function digit(text: string, at: number): number {
  return Math.max(0, alphabet.indexOf(text.charAt(at)));
}
