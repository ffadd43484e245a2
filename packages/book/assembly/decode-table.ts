// Canonical Huffman codes (RFC 1951, 3.2.2) as two-level decode tables.
//
// The root table is indexed by the next `rootBits` bits; a longer code is a link to a subtable that is indexed by the
// bits after them. Only symbols that have a code are ever visited: they come as a list, because of some 316 symbols a
// short frame uses fifty, and setting up the tables is what a short frame costs.

import { codeLengthUnit, exceptionalFlag, invalidEntry, subtableFlag } from "./symbols";

/** No code is longer (RFC 1951, 3.2.7). */
const maxCodeLength: u32 = 15;
/** Answer of {@link buildTable} to code lengths that no decoder may accept. */
export const badCode: i32 = -1;

/** How many codes have each length: u16 by length. */
const lengthCounts: usize = memory.data(2 * (maxCodeLength + 1), 8);
/** Where the symbols of each length begin in `sortedSymbols`: u16 by length. */
const sortedOffsets: usize = memory.data(2 * (maxCodeLength + 2), 8);
/** The coded symbols in the order of their codes: u16 each. */
const sortedSymbols: usize = memory.data(2 * 288, 8);

/** A symbol and the length of its code as one item of the list that {@link buildTable} takes. */
export function codedSymbol(symbol: u32, codeLength: u32): u32 {
  return (symbol << 4) | codeLength;
}

/**
 * Builds the table of one code.
 *
 * @param list coded symbols (u16 each, symbols ascending) from `list` to `listEnd`
 * @param symbols what each symbol means, see `symbols.ts`
 * @param maxRootBits upper bound of the root table's index
 * @returns the bits that index the root table, or {@link badCode}
 */
export function buildTable(table: usize, maxRootBits: u32, list: usize, listEnd: usize, symbols: usize): i32 {
  countLengths(list, listEnd);
  let maxLength = maxCodeLength;
  while (maxLength > 0 && countOf(maxLength) === 0) {
    maxLength--;
  }

  // The space of codes that is left over: RFC 1951 gives rules for a complete code only, and zlib accepts one exception.
  let left: i32 = 1;
  let offset: u32 = 0;
  for (let length: u32 = 1; length <= maxLength; length++) {
    const count = countOf(length);
    store<u16>(sortedOffsets + (length << 1), offset as u16);
    offset += count;
    left = (left << 1) - count;
    if (left < 0) {
      return badCode;
    }
  }
  if (left > 0) {
    return maxLength <= 1 ? buildLoneCode(table, list, listEnd, symbols) : badCode;
  }

  sortByCode(list, listEnd);
  return fillTable(table, min(maxLength, maxRootBits), symbols);
}

function countOf(length: u32): u32 {
  return load<u16>(lengthCounts + (length << 1));
}

function countLengths(list: usize, listEnd: usize): void {
  store<u64>(lengthCounts, 0);
  store<u64>(lengthCounts, 0, 8);
  store<u64>(lengthCounts, 0, 16);
  store<u64>(lengthCounts, 0, 24);
  for (; list < listEnd; list += 2) {
    const counter = lengthCounts + ((load<u16>(list) & 15) << 1);
    store<u16>(counter, load<u16>(counter) + 1);
  }
}

function sortByCode(list: usize, listEnd: usize): void {
  for (; list < listEnd; list += 2) {
    const item = load<u16>(list) as u32;
    const offset = sortedOffsets + ((item & 15) << 1);
    const place = load<u16>(offset);
    store<u16>(offset, place + 1);
    store<u16>(sortedSymbols + ((place as usize) << 1), (item >>> 4) as u16);
  }
}

/**
 * A code of no symbol, or of one symbol with one bit: RFC 1951, 3.2.7 allows both for distances ("one distance code of
 * zero bits", "one unused code"). The second bit pattern stands for nothing.
 */
function buildLoneCode(table: usize, list: usize, listEnd: usize, symbols: usize): i32 {
  const nothing = invalidEntry + codeLengthUnit;
  store<u32>(table, list === listEnd ? nothing : completeEntry(symbols, load<u16>(list) >>> 4, 1));
  store<u32>(table, nothing, 4);
  return 1;
}

function completeEntry(symbols: usize, symbol: u32, codeLength: u32): u32 {
  return load<u32>(symbols + (symbol << 2)) + codeLength * codeLengthUnit;
}

/** The code after `code`, both with their bits in reading order; `size` is 2 to the length of the code. */
function nextCode(code: u32, size: u32): u32 {
  const bit: u32 = 1 << (31 - clz<u32>(code ^ (size - 1)));
  return (code & (bit - 1)) | bit;
}

/** Fills the root table, and subtables where codes are longer. */
function fillTable(table: usize, rootBits: u32, symbols: usize): i32 {
  let sorted = sortedSymbols;
  let code: u32 = 0;
  let length: u32 = 1;
  let size: u32 = 2;
  let remaining = countOf(1);
  // The root table grows with the length of the codes: while it has `size` entries they are right for all codes seen,
  // and each longer length begins with a copy of the lower half.
  for (;;) {
    while (remaining === 0) {
      length++;
      if (length > rootBits) {
        break;
      }
      doubleTable(table, size);
      size <<= 1;
      remaining = countOf(length);
    }
    if (length > rootBits) {
      break;
    }
    store<u32>(table + (code << 2), completeEntry(symbols, load<u16>(sorted), length));
    sorted += 2;
    remaining--;
    if (code === size - 1) {
      return rootBits;
    }
    code = nextCode(code, size);
  }
  fillSubtables(table, rootBits, symbols, sorted, code);
  return rootBits;
}

/** Copies the first `size` entries behind themselves. `memory.copy` would be a call, dearer than most of these loops. */
function doubleTable(table: usize, size: u32): void {
  const end = table + (size << 2);
  let to = end;
  for (let from = table; from < end; from += 8, to += 8) {
    store<u64>(to, load<u64>(from));
  }
}

/** Goes on with the symbols from `sorted` on, whose codes, `firstCode` first, are longer than `rootBits`. */
function fillSubtables(table: usize, rootBits: u32, symbols: usize, sorted: usize, firstCode: u32): void {
  let code = firstCode;
  let length = rootBits + 1;
  let remaining = countOf(length);
  while (remaining === 0) {
    remaining = countOf(++length);
  }
  const rootMask: u32 = (1 << rootBits) - 1;
  let prefix: u32 = u32.MAX_VALUE;
  let start: u32 = 0;
  let end: u32 = 1 << rootBits;
  for (;;) {
    if ((code & rootMask) !== prefix) {
      prefix = code & rootMask;
      start = end;
      const subtableBits = bitsOfSubtable(rootBits, length, remaining);
      end = start + (1 << subtableBits);
      // The subtable's place counts in bytes: 16 bits up, and 2 more for entries of 4 bytes.
      const link = (start << 18) | exceptionalFlag | subtableFlag | (subtableBits << 8) | rootBits;
      store<u32>(table + (prefix << 2), link);
    }
    const entry = completeEntry(symbols, load<u16>(sorted), length - rootBits);
    const step: u32 = 1 << (length - rootBits);
    for (let index = start + (code >>> rootBits); index < end; index += step) {
      store<u32>(table + (index << 2), entry);
    }
    sorted += 2;
    remaining--;
    const size: u32 = 1 << length;
    if (code === size - 1) {
      return;
    }
    code = nextCode(code, size);
    while (remaining === 0) {
      remaining = countOf(++length);
    }
  }
}

/** Bits that index a subtable whose first code has `length` bits: as many as the longest code with its prefix needs. */
function bitsOfSubtable(rootBits: u32, length: u32, remaining: u32): u32 {
  let subtableBits = length - rootBits;
  let codes = remaining;
  while (codes < (1 as u32) << subtableBits) {
    subtableBits++;
    codes = (codes << 1) + countOf(rootBits + subtableBits);
  }
  return subtableBits;
}
