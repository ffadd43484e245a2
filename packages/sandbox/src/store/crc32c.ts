/** The polynomial of Castagnoli, its bits in reverse. */
const polynomial = 0x82f63b78;

const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let rest = byte;
  for (let bit = 0; bit < 8; bit++) {
    rest = (rest & 1) === 1 ? (rest >>> 1) ^ polynomial : rest >>> 1;
  }
  return rest;
});

/** CRC-32C, the checksum of the embedded database; that of `node:zlib` has another polynomial. @spec RFC 3720, appendix B.4 */
export function crc32c(bytes: Uint8Array): number {
  let rest = 0xffff_ffff;
  for (const byte of bytes) {
    rest = (rest >>> 8) ^ (table[(rest ^ byte) & 0xff] ?? 0);
  }
  return (rest ^ 0xffff_ffff) >>> 0;
}
