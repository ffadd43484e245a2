const digitsAByte = 2;
const digits = new TextEncoder().encode("0123456789abcdef");
const decoder = new TextDecoder("latin1");

/** Bytes as text. */
export function hexOf(bytes: Uint8Array): string {
  const text = new Uint8Array(bytes.length * digitsAByte);
  let at = 0;
  for (const byte of bytes) {
    text[at++] = digits[byte >> 4] as number;
    text[at++] = digits[byte & 0xf] as number;
  }
  return decoder.decode(text);
}

/** The bytes of a text of {@link hexOf}. */
export function bytesOfHex(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length / digitsAByte);
  for (let i = 0; i < bytes.length; i++) {
    bytes[i] = Number.parseInt(text.slice(i * digitsAByte, (i + 1) * digitsAByte), 16);
  }
  return bytes;
}
