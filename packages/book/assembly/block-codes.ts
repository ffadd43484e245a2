// The two codes of a block: fixed (RFC 1951, 3.2.6) or sent with it (3.2.7).

import { corruptBlock } from "../src/inflate/status";
import { bitCount, bits, nextByte, refill, resumeReading, takeBits } from "./bit-reader";
import { badCode, buildTable, codedSymbol } from "./decode-table";
import {
  codeLengthCodes,
  codeLengthSymbols,
  distanceCodes,
  distanceSymbols,
  endOfBlock,
  literalCodes,
  literalSymbols,
} from "./symbols";

/** Nine bits reach nearly every literal at once; more would cost a short frame more to fill than they give back. */
const literalRootBits: u32 = 9;
const distanceRootBits: u32 = 8;
const codeLengthRootBits: u32 = 7;

// The tables of the current block stand at fixed addresses, known when this is compiled: that spares an addition in the
// chain from one symbol to the next. Fixed codes are copied there; they are rare.
// Both levels together need at most 852 entries (286 symbols, 15 bits, 9 root bits) and 402 (30, 15, 8): the figures
// that zlib's `enough` finds. Here they are rounded up.

/** Decode table of the current block's literals and lengths. */
export const literalTable: usize = memory.data(1024 * 4, 8);
/** Decode table of the current block's distances. */
export const distanceTable: usize = memory.data(512 * 4, 8);
const fixedLiteralTable: usize = memory.data(512 * 4, 8);
const fixedDistanceTable: usize = memory.data(32 * 4, 8);
const codeLengthTable: usize = memory.data(128 * 4, 8);
/** The coded symbols of one block, literals and distances one after the other: u16 each, 286 + 30 at most. */
const codedSymbols: usize = memory.data(2 * 320, 8);
/** Lengths of the codes of the code length alphabet, by symbol. */
const codeLengthLengths: usize = memory.data(24, 8);
/** RFC 1951, 3.2.7: the order in which those lengths are sent. */
const codeLengthOrder: usize = memory.data<u8>([16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]);

/** Bits that index the first level of `literalTable`. */
export let literalBits: i32 = 0;
/** Bits that index the first level of `distanceTable`. */
export let distanceBits: i32 = 0;

/** Builds the tables of the fixed codes, once. */
export function prepareFixedCodes(): void {
  let list = codedSymbols;
  for (let symbol: u32 = 0; symbol < literalCodes; symbol++, list += 2) {
    const length = symbol < 144 ? 8 : symbol < 256 ? 9 : symbol < 280 ? 7 : 8;
    store<u16>(list, codedSymbol(symbol, length) as u16);
  }
  buildTable(fixedLiteralTable, literalRootBits, codedSymbols, list, literalSymbols);
  list = codedSymbols;
  for (let symbol: u32 = 0; symbol < distanceCodes; symbol++, list += 2) {
    store<u16>(list, codedSymbol(symbol, 5) as u16);
  }
  buildTable(fixedDistanceTable, distanceRootBits, codedSymbols, list, distanceSymbols);
}

/** Makes the fixed codes those of the current block. */
export function takeFixedCodes(): void {
  memory.copy(literalTable, fixedLiteralTable, 512 * 4);
  literalBits = 9;
  memory.copy(distanceTable, fixedDistanceTable, 32 * 4);
  distanceBits = 5;
}

/** Reads the codes of a dynamic block and makes them those of the current block. Answers 0 or a status. */
export function readDynamicCodes(): i32 {
  const literals = takeBits(5) + 257;
  const distances = takeBits(5) + 1;
  const sentLengths = takeBits(4) + 4;
  // RFC 1951 knows 286 and 30 codes; zlib refuses more although the fields could say so.
  if (literals > 286 || distances > 30) {
    return corruptBlock;
  }

  const codeLengthBits = readCodeLengthCode(sentLengths);
  if (codeLengthBits === badCode) {
    return corruptBlock;
  }
  const listEnd = readCodeLengths(literals + distances, codeLengthBits);
  if (listEnd === 0) {
    return corruptBlock;
  }

  const distanceList = startOfDistances(listEnd, literals);
  if (!hasEndOfBlock(distanceList)) {
    return corruptBlock;
  }
  literalBits = buildTable(literalTable, literalRootBits, codedSymbols, distanceList, literalSymbols);
  if (literalBits === badCode) {
    return corruptBlock;
  }
  // In the list the distances begin at symbol `literals`: their meanings are looked up from that many entries before.
  const symbols = distanceSymbols - (literals << 2);
  distanceBits = buildTable(distanceTable, distanceRootBits, distanceList, listEnd, symbols);
  if (distanceBits === badCode) {
    return corruptBlock;
  }
  return 0;
}

/** Reads the code that the code lengths are sent with, and answers the bits that index its table, or `badCode`. */
function readCodeLengthCode(sentLengths: u32): i32 {
  store<u64>(codeLengthLengths, 0);
  store<u64>(codeLengthLengths, 0, 8);
  store<u64>(codeLengthLengths, 0, 16);
  refill();
  for (let index: u32 = 0; index < sentLengths; index++) {
    if (bitCount < 3) {
      refill();
    }
    store<u8>(codeLengthLengths + load<u8>(codeLengthOrder + index), takeBits(3) as u8);
  }
  let list = codedSymbols;
  for (let symbol: u32 = 0; symbol < codeLengthCodes; symbol++) {
    const length = load<u8>(codeLengthLengths + symbol) as u32;
    if (length !== 0) {
      store<u16>(list, codedSymbol(symbol, length) as u16);
      list += 2;
    }
  }
  // zlib takes a lone symbol here for incomplete, but lets none at all pass as "every length is zero, one bit each".
  if (list === codedSymbols + 2) {
    return badCode;
  }
  return buildTable(codeLengthTable, codeLengthRootBits, codedSymbols, list, codeLengthSymbols);
}

/**
 * Reads `total` code lengths (RFC 1951, 3.2.7: literals and distances are one sequence, a repeat may cross over) and
 * lists the symbols whose length is not zero. Answers the end of the list, or 0.
 */
function readCodeLengths(total: u32, codeLengthBits: i32): usize {
  const mask: u32 = (1 << codeLengthBits) - 1;
  let ahead = bits;
  let aheadCount = bitCount;
  let next = nextByte;
  let list = codedSymbols;
  let previous: u32 = 0;
  let index: u32 = 0;
  while (index < total) {
    // A symbol takes 7 bits, its repeat count 7 more.
    if (aheadCount < 14) {
      ahead |= load<u64>(next) << (aheadCount as u64);
      next += (63 - aheadCount) >> 3;
      aheadCount |= 56;
    }
    const word = ahead as u32;
    const entry = load<u32>(codeLengthTable + ((word & mask) << 2));
    const taken = entry & 63;
    ahead >>= taken as u64;
    aheadCount -= taken;
    const symbol = entry >>> 16;
    if (symbol < 16) {
      previous = symbol;
      if (symbol !== 0) {
        store<u16>(list, codedSymbol(index, symbol) as u16);
        list += 2;
      }
      index++;
      continue;
    }
    const extra = (word & ((1 << taken) - 1)) >>> ((entry >>> 8) & 15);
    const end = index + extra + (symbol === 18 ? 11 : 3);
    if (symbol !== 16) {
      previous = 0;
    }
    if (end > total || (symbol === 16 && index === 0)) {
      resumeReading(ahead, aheadCount, next);
      return 0;
    }
    if (previous !== 0) {
      for (; index < end; index++, list += 2) {
        store<u16>(list, codedSymbol(index, previous) as u16);
      }
    }
    index = end;
  }
  resumeReading(ahead, aheadCount, next);
  return list;
}

/** Where in the list of coded symbols the distances begin. */
function startOfDistances(listEnd: usize, literals: u32): usize {
  let list = listEnd;
  while (list > codedSymbols && (load<u16>(list - 2) as u32) >>> 4 >= literals) {
    list -= 2;
  }
  return list;
}

/** Whether the block can end: zlib refuses it at once if not. */
function hasEndOfBlock(literalsEnd: usize): bool {
  let list = literalsEnd;
  while (list > codedSymbols && (load<u16>(list - 2) as u32) >>> 4 > endOfBlock) {
    list -= 2;
  }
  return list > codedSymbols && (load<u16>(list - 2) as u32) >>> 4 === endOfBlock;
}
