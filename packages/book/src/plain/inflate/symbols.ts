// What the symbols of the deflate alphabets mean (RFC 1951, 3.2.5 and 3.2.7), as entries of a decode table without
// their code:
//
//   bit  31     literal: bits 16–23 are the byte
//   bits 16–30  base of a length or distance; symbol of a code length; first entry of a subtable
//   bit  15     exceptional: one of the three below
//   bit  14     link to a subtable: bits 8–11 say how many more bits choose the entry
//   bit  13     end of block
//               (exceptional and neither of them: no symbol has this code)
//   bits 8–11   length of the code
//   bits 0–5    length of the code and of its extra bits together: how far the reader moves on
//
// Adding `codeLength * codeLengthUnit` to an entry of this file gives a complete one.

/** The entry is a literal. It is the sign bit: one comparison tells. */
export const literalFlag = 0x80000000;
/** The entry is not a literal, length or distance. */
export const exceptionalFlag = 0x8000;
/** The entry leads to a subtable. */
export const subtableFlag = 0x4000;
/** The entry ends the block. */
export const endOfBlockFlag = 0x2000;
/** Multiplied by a code's length it fills both length fields. */
export const codeLengthUnit = 0x101;
/** The entry of a code without meaning. */
export const invalidEntry: number = exceptionalFlag;

/** The symbol that ends a block. */
export const endOfBlock = 256;
/** Symbols of the code that code lengths are sent with. */
export const codeLengthCodes = 19;

const lengthBases = [
  3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258,
];
const lengthExtraBits = [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0];
const distanceBases = [
  1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049, 3073, 4097, 6145,
  8193, 12289, 16385, 24577,
];
const distanceExtraBits = [
  0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13,
];

/** Entries of the literal/length alphabet. The last two of the 288 never occur (RFC 1951, 3.2.6). */
export function literalSymbols(): Int32Array {
  const literals = Array.from({ length: endOfBlock }, (_, byte) => literalFlag | (byte << 16));
  const lengths = basesAndExtraBits(lengthBases, lengthExtraBits);
  return Int32Array.from([...literals, exceptionalFlag | endOfBlockFlag, ...lengths, invalidEntry, invalidEntry]);
}

/** Entries of the distance alphabet. The last two of the 32 never occur. */
export function distanceSymbols(): Int32Array {
  return Int32Array.from([...basesAndExtraBits(distanceBases, distanceExtraBits), invalidEntry, invalidEntry]);
}

/** Entries of the alphabet of code lengths: the symbol itself, and the extra bits of its repeat count. */
export function codeLengthSymbols(): Int32Array {
  const extraBits = (symbol: number): number => (symbol < 16 ? 0 : symbol === 16 ? 2 : symbol === 17 ? 3 : 7);
  return Int32Array.from({ length: codeLengthCodes }, (_, symbol) => (symbol << 16) | extraBits(symbol));
}

function basesAndExtraBits(bases: readonly number[], extraBits: readonly number[]): number[] {
  return bases.map((base, code) => (base << 16) | (extraBits[code] as number));
}
