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

/** Codes of lengths but the last, which is for the longest length alone. */
const lengthCodes = 28;
const longestLength = 258;
const distanceCodes = 30;

/** How many bits follow the code of a length: none up to the eighth, then one more every fourth code. */
function lengthExtraBits(code: number): number {
  return Math.max(0, (code >> 2) - 1);
}

/** How many bits follow the code of a distance: none up to the fourth, then one more every second code. */
function distanceExtraBits(code: number): number {
  return Math.max(0, (code >> 1) - 1);
}

/** Entries of the literal/length alphabet. The last two of the 288 never occur (RFC 1951, 3.2.6). */
export function literalSymbols(): Int32Array {
  const literals = Array.from({ length: endOfBlock }, (_, byte) => literalFlag | (byte << 16));
  const lengths = [...basesAndExtraBits(3, lengthCodes, lengthExtraBits), longestLength << 16];
  return Int32Array.from([...literals, exceptionalFlag | endOfBlockFlag, ...lengths, invalidEntry, invalidEntry]);
}

/** Entries of the distance alphabet. The last two of the 32 never occur. */
export function distanceSymbols(): Int32Array {
  return Int32Array.from([...basesAndExtraBits(1, distanceCodes, distanceExtraBits), invalidEntry, invalidEntry]);
}

/** Entries of the alphabet of code lengths: the symbol itself, and the extra bits of its repeat count. */
export function codeLengthSymbols(): Int32Array {
  const extraBits = (symbol: number): number => (symbol < 16 ? 0 : symbol === 16 ? 2 : symbol === 17 ? 3 : 7);
  return Int32Array.from({ length: codeLengthCodes }, (_, symbol) => (symbol << 16) | extraBits(symbol));
}

/** Each code begins where the values of the one before end. */
function basesAndExtraBits(first: number, codes: number, extraBitsOf: (code: number) => number): number[] {
  let base = first;
  return Array.from({ length: codes }, (_, code) => {
    const entry = (base << 16) | extraBitsOf(code);
    base += 1 << extraBitsOf(code);
    return entry;
  });
}
