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
// The first entry of a subtable is given in bytes from the beginning of the table.
// Bits 6 and 7 are always zero, so that a 64-bit shift, which looks at six bits only, takes an entry as it is.
//
// Adding `codeLength * codeLengthUnit` to an entry of this file gives a complete one.

/** The entry is a literal. It is the sign bit: one comparison tells. */
export const literalFlag: u32 = 0x80000000;
/** The entry is not a literal, length or distance. */
export const exceptionalFlag: u32 = 0x8000;
/** The entry leads to a subtable. */
export const subtableFlag: u32 = 0x4000;
/** The entry ends the block. */
export const endOfBlockFlag: u32 = 0x2000;
/** Multiplied by a code's length it fills both length fields. */
export const codeLengthUnit: u32 = 0x101;
/** The entry of a code that stands for nothing. */
export const invalidEntry: u32 = exceptionalFlag;

/** The symbol that ends a block. */
export const endOfBlock: u32 = 256;
/** Symbols of the fixed literal/length code; the last two never occur (RFC 1951, 3.2.6). */
export const literalCodes: u32 = 288;
/** Symbols of the fixed distance code; the last two never occur. */
export const distanceCodes: u32 = 32;
/** Symbols of the code that code lengths are sent with. */
export const codeLengthCodes: u32 = 19;

const firstLengthCode: u32 = 257;
const usedLengthCodes: u32 = 29;
const usedDistanceCodes: u32 = 30;

const lengthBases: usize = memory.data<u16>([
  3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258,
]);
const lengthExtraBits: usize = memory.data<u8>([
  0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0,
]);
const distanceBases: usize = memory.data<u16>([
  1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049, 3073, 4097, 6145,
  8193, 12289, 16385, 24577,
]);
const distanceExtraBits: usize = memory.data<u8>([
  0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13,
]);

/** Entries of the literal/length alphabet, four bytes a symbol. */
export const literalSymbols: usize = memory.data(288 * 4, 8);
/** Entries of the distance alphabet, four bytes a symbol. */
export const distanceSymbols: usize = memory.data(32 * 4, 8);
/** Entries of the alphabet of code lengths, four bytes a symbol: the symbol itself, and the extra bits of its repeat count. */
export const codeLengthSymbols: usize = memory.data(19 * 4, 8);

/** Fills the three tables, once. */
export function prepareSymbols(): void {
  for (let symbol: u32 = 0; symbol < endOfBlock; symbol++) {
    setEntry(literalSymbols, symbol, literalFlag | (symbol << 16));
  }
  setEntry(literalSymbols, endOfBlock, exceptionalFlag | endOfBlockFlag);
  for (let code: u32 = 0; code < literalCodes - firstLengthCode; code++) {
    const entry = code < usedLengthCodes ? baseAndExtraBits(lengthBases, lengthExtraBits, code) : invalidEntry;
    setEntry(literalSymbols, firstLengthCode + code, entry);
  }
  for (let code: u32 = 0; code < distanceCodes; code++) {
    const entry = code < usedDistanceCodes ? baseAndExtraBits(distanceBases, distanceExtraBits, code) : invalidEntry;
    setEntry(distanceSymbols, code, entry);
  }
  for (let symbol: u32 = 0; symbol < codeLengthCodes; symbol++) {
    const extraBits: u32 = symbol < 16 ? 0 : symbol === 16 ? 2 : symbol === 17 ? 3 : 7;
    setEntry(codeLengthSymbols, symbol, (symbol << 16) | extraBits);
  }
}

function baseAndExtraBits(bases: usize, extraBits: usize, code: u32): u32 {
  return ((load<u16>(bases + (code << 1)) as u32) << 16) | load<u8>(extraBits + code);
}

function setEntry(table: usize, symbol: u32, entry: u32): void {
  store<u32>(table + (symbol << 2), entry);
}
