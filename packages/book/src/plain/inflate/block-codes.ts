import { corruptBlock } from "../../inflate/status.js";
import type { BitReader } from "./bit-reader.js";
import { badCode, codedSymbol, TableBuilder } from "./decode-table.js";
import { codeLengthCodes, codeLengthSymbols, distanceSymbols, endOfBlock, literalSymbols } from "./symbols.js";

const literalRootBits = 9;
const distanceRootBits = 8;
const codeLengthRootBits = 7;
/** Entries of both levels at most: 852 for 286 symbols of up to 15 bits with 9 root bits (zlib's `enough`), rounded up. */
const literalTableEntries = 1024;
/** 402 for 30 symbols with 8 root bits, rounded up. */
const distanceTableEntries = 512;
/** RFC 1951, 3.2.7: the order in which the lengths of the code length code are sent. */
const codeLengthOrder = Uint8Array.of(16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15);

/** The two codes of the current block: fixed (RFC 1951, 3.2.6) or sent with it (3.2.7). */
export class BlockCodes {
  literalTable: Int32Array;
  /** Bits that index the first level of `literalTable`. */
  literalBits = 9;
  distanceTable: Int32Array;
  /** Bits that index the first level of `distanceTable`. */
  distanceBits = 5;

  readonly #builder = new TableBuilder();
  readonly #literalSymbols = literalSymbols();
  readonly #distanceSymbols = distanceSymbols();
  readonly #codeLengthSymbols = codeLengthSymbols();
  readonly #fixedLiterals = new Int32Array(512);
  readonly #fixedDistances = new Int32Array(32);
  readonly #dynamicLiterals = new Int32Array(literalTableEntries);
  readonly #dynamicDistances = new Int32Array(distanceTableEntries);
  readonly #codeLengthTable = new Int32Array(1 << codeLengthRootBits);
  readonly #codeLengthLengths = new Uint8Array(codeLengthCodes);
  /** The coded symbols of one block, literals and distances one after the other. */
  readonly #items = new Uint16Array(320);

  constructor() {
    this.literalTable = this.#fixedLiterals;
    this.distanceTable = this.#fixedDistances;
    const literals = this.#literalSymbols;
    for (let symbol = 0; symbol < literals.length; symbol++) {
      this.#items[symbol] = codedSymbol(symbol, symbol < 144 ? 8 : symbol < 256 ? 9 : symbol < 280 ? 7 : 8);
    }
    this.#build(this.#fixedLiterals, literalRootBits, 0, literals.length, literals, 0);
    const distances = this.#distanceSymbols;
    for (let symbol = 0; symbol < distances.length; symbol++) {
      this.#items[symbol] = codedSymbol(symbol, 5);
    }
    this.#build(this.#fixedDistances, distanceRootBits, 0, distances.length, distances, 0);
  }

  /** Makes the fixed codes the codes of the current block. */
  takeFixed(): void {
    this.literalTable = this.#fixedLiterals;
    this.literalBits = 9;
    this.distanceTable = this.#fixedDistances;
    this.distanceBits = 5;
  }

  /** Reads the codes of a dynamic block and makes them the codes of the current block. Returns 0 or a status. */
  readDynamic(reader: BitReader): number {
    const literals = reader.take(5) + 257;
    const distances = reader.take(5) + 1;
    const sentLengths = reader.take(4) + 4;
    // RFC 1951 knows 286 and 30 codes; zlib refuses more although the fields could say so.
    if (literals > 286 || distances > 30) {
      return corruptBlock;
    }

    const codeLengthBits = this.#readCodeLengthCode(reader, sentLengths);
    if (codeLengthBits === badCode) {
      return corruptBlock;
    }
    const end = this.#readCodeLengths(reader, literals + distances, codeLengthBits);
    if (end < 0) {
      return corruptBlock;
    }

    let split = end;
    while (split > 0 && this.#symbolBefore(split) >= literals) {
      split--;
    }
    // A block that cannot end is refused at once, as by zlib.
    let at = split;
    while (at > 0 && this.#symbolBefore(at) > endOfBlock) {
      at--;
    }
    if (at === 0 || this.#symbolBefore(at) !== endOfBlock) {
      return corruptBlock;
    }

    this.literalTable = this.#dynamicLiterals;
    this.literalBits = this.#build(this.literalTable, literalRootBits, 0, split, this.#literalSymbols, 0);
    if (this.literalBits === badCode) {
      return corruptBlock;
    }
    this.distanceTable = this.#dynamicDistances;
    this.distanceBits = this.#build(this.distanceTable, distanceRootBits, split, end, this.#distanceSymbols, literals);
    return this.distanceBits === badCode ? corruptBlock : 0;
  }

  #build(table: Int32Array, rootBits: number, from: number, to: number, symbols: Int32Array, first: number): number {
    return this.#builder.build(table, rootBits, { items: this.#items, from, to, symbols, firstSymbol: first });
  }

  #symbolBefore(end: number): number {
    return (this.#items[end - 1] as number) >>> 4;
  }

  /** Reads the code that the code lengths are sent with, and returns the bits that index its table, or `badCode`. */
  #readCodeLengthCode(reader: BitReader, sentLengths: number): number {
    this.#codeLengthLengths.fill(0);
    for (let index = 0; index < sentLengths; index++) {
      if (reader.bitCount < 3) {
        reader.refill();
      }
      this.#codeLengthLengths[codeLengthOrder[index] as number] = reader.take(3);
    }
    let end = 0;
    for (let symbol = 0; symbol < codeLengthCodes; symbol++) {
      const length = this.#codeLengthLengths[symbol] as number;
      if (length !== 0) {
        this.#items[end++] = codedSymbol(symbol, length);
      }
    }
    // zlib takes a lone symbol here for incomplete, but lets none at all pass as "every length is zero, one bit each".
    if (end === 1) {
      return badCode;
    }
    return this.#build(this.#codeLengthTable, codeLengthRootBits, 0, end, this.#codeLengthSymbols, 0);
  }

  /**
   * Reads `total` code lengths (RFC 1951, 3.2.7: literals and distances are one sequence, a repeat may cross over) and
   * lists the symbols whose length is not zero. Returns the length of the list, or -1.
   */
  #readCodeLengths(reader: BitReader, total: number, codeLengthBits: number): number {
    const table = this.#codeLengthTable;
    const items = this.#items;
    const mask = (1 << codeLengthBits) - 1;
    let end = 0;
    let previous = 0;
    let index = 0;
    while (index < total) {
      // A symbol takes 7 bits, its repeat count 7 more.
      if (reader.bitCount < 14) {
        reader.refill();
      }
      const entry = table[reader.bits & mask] as number;
      const symbol = entry >>> 16;
      const codeLength = (entry >>> 8) & 15;
      const extra = reader.take(entry & 63) >>> codeLength;
      if (symbol < 16) {
        previous = symbol;
        if (symbol !== 0) {
          items[end++] = codedSymbol(index, symbol);
        }
        index++;
        continue;
      }
      const runEnd = index + extra + (symbol === 18 ? 11 : 3);
      if (symbol !== 16) {
        previous = 0;
      }
      if (runEnd > total || (symbol === 16 && index === 0)) {
        return -1;
      }
      if (previous === 0) {
        index = runEnd;
      }
      for (; index < runEnd; index++) {
        items[end++] = codedSymbol(index, previous);
      }
    }
    return end;
  }
}
