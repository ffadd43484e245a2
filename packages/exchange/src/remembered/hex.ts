const digitsAByte = 2;
const pairs = Array.from({ length: 0x100 }, (_, byte) => byte.toString(16).padStart(digitsAByte, "0"));

/** Bytes as text. */
export function hexOf(bytes: Uint8Array): string {
  let text = "";
  for (const byte of bytes) {
    text += pairs[byte];
  }
  return text;
}

/** The bytes of a text of {@link hexOf}. */
export function bytesOfHex(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length / digitsAByte);
  for (let i = 0; i < bytes.length; i++) {
    bytes[i] = Number.parseInt(text.slice(i * digitsAByte, (i + 1) * digitsAByte), 16);
  }
  return bytes;
}
