import { md5Compress } from "./md5-compress.gen.js";

/** Bytes in one block: RFC 1321, section 3.4. */
export const md5BlockBytes = 64;

/** The four words that a digest begins with: RFC 1321, section 3.3. */
export function md5InitialState(): Int32Array {
  return Int32Array.of(0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476);
}

/** How many bytes `length` bytes take with their padding: RFC 1321, sections 3.1 and 3.2. */
export function md5PaddedLength(length: number): number {
  return (length + 9 + md5BlockBytes - 1) & -md5BlockBytes;
}

/**
 * Pads the `length` bytes at the start of `block` in place and mixes them into `state`.
 *
 * @param block at least {@link md5PaddedLength} bytes
 * @param lengthBefore bytes that went into `state` before
 */
export function md5Finish(state: Int32Array, block: DataView, length: number, lengthBefore: number): void {
  const end = md5PaddedLength(length);
  block.setUint8(length, 0x80);
  for (let at = length + 1; at < end - 8; at += 1) {
    block.setUint8(at, 0);
  }
  const total = length + lengthBefore;
  block.setUint32(end - 8, total << 3, true);
  block.setUint32(end - 4, total >>> 29, true);
  for (let at = 0; at < end; at += md5BlockBytes) {
    md5Compress(state, block, at);
  }
}

// Two hexadecimal digits for each byte.
const hexByte: readonly string[] = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"));

/** Lower-case hexadecimal of the four words, low byte first: RFC 1321, section 3.5. */
export function md5StateHex(state: Int32Array): string {
  let hex = "";
  for (let place = 0; place < 4; place += 1) {
    const word = state[place] as number;
    hex += (hexByte[word & 255] as string) + (hexByte[(word >>> 8) & 255] as string);
    hex += (hexByte[(word >>> 16) & 255] as string) + (hexByte[word >>> 24] as string);
  }
  return hex;
}

/** The four words of the MD5 digest of `bytes`. */
export function md5State(bytes: Uint8Array): Int32Array {
  const padded = new Uint8Array(md5PaddedLength(bytes.length));
  padded.set(bytes);
  const state = md5InitialState();
  md5Finish(state, new DataView(padded.buffer), bytes.length, 0);
  return state;
}

/** The MD5 digest of `bytes` as 32 lower-case hexadecimal digits (RFC 1321). */
export function md5Hex(bytes: Uint8Array): string {
  return md5StateHex(md5State(bytes));
}
