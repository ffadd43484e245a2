import { codeLengthUnit, exceptionalFlag, invalidEntry, subtableFlag } from "./symbols.js";

/** No code is longer (RFC 1951, 3.2.7). */
const maxCodeLength = 15;
/** Answer of {@link TableBuilder.build} to code lengths that no decoder may accept. */
export const badCode = -1;

/** A symbol and the length of its code as one item of the list that {@link TableBuilder.build} takes. */
export function codedSymbol(symbol: number, codeLength: number): number {
  return (symbol << 4) | codeLength;
}

/** The coded symbols of one code: `items[from, to)`, symbols ascending. */
export interface CodedSymbols {
  readonly items: Uint16Array;
  readonly from: number;
  readonly to: number;
  /** What each symbol means, see `symbols.ts`. */
  readonly symbols: Int32Array;
  /** The number that the items give to the first of `symbols`. */
  readonly firstSymbol: number;
}

/**
 * Builds two-level decode tables of canonical Huffman codes (RFC 1951, 3.2.2).
 *
 * The root table is indexed by the next bits; a longer code is a link to a subtable that is indexed by the bits after
 * them. Only symbols that have a code are visited: of some 316 symbols a short frame uses fifty, and setting up the
 * tables is what a short frame costs.
 */
export class TableBuilder {
  /** How many codes have each length. */
  readonly #counts = new Uint16Array(maxCodeLength + 1);
  /** Where the symbols of each length begin in `#sorted`. */
  readonly #offsets = new Uint16Array(maxCodeLength + 1);
  /** The entries of the coded symbols, without their code, in the order of the codes. */
  readonly #sorted = new Int32Array(288);

  /** Fills `table` and returns the bits (at most `maxRootBits`) that index its first level, or {@link badCode}. */
  build(table: Int32Array, maxRootBits: number, code: CodedSymbols): number {
    this.#countLengths(code);
    let maxLength = maxCodeLength;
    while (maxLength > 0 && this.#counts[maxLength] === 0) {
      maxLength--;
    }

    let left = 1;
    let offset = 0;
    for (let length = 1; length <= maxLength; length++) {
      const count = this.#counts[length] as number;
      this.#offsets[length] = offset;
      offset += count;
      left = left * 2 - count;
      if (left < 0) {
        return badCode;
      }
    }
    if (left > 0) {
      return maxLength <= 1 ? buildLoneCode(table, code) : badCode;
    }

    this.#sortByCode(code);
    const rootBits = Math.min(maxLength, maxRootBits);
    this.#fill(table, rootBits);
    return rootBits;
  }

  #countLengths(code: CodedSymbols): void {
    this.#counts.fill(0);
    for (let at = code.from; at < code.to; at++) {
      const length = (code.items[at] as number) & 15;
      this.#counts[length] = (this.#counts[length] as number) + 1;
    }
  }

  #sortByCode({ items, from, to, symbols, firstSymbol }: CodedSymbols): void {
    for (let at = from; at < to; at++) {
      const item = items[at] as number;
      const length = item & 15;
      const place = this.#offsets[length] as number;
      this.#offsets[length] = place + 1;
      this.#sorted[place] = symbols[(item >>> 4) - firstSymbol] as number;
    }
  }

  /**
   * The root table grows with the length of the codes: while it has `size` entries they are right for all codes seen,
   * and each longer length begins with a copy of the lower half.
   */
  #fill(table: Int32Array, rootBits: number): void {
    const counts = this.#counts;
    const sorted = this.#sorted;
    let code = 0;
    let length = 1;
    let size = 2;
    let remaining = counts[1] as number;
    let place = 0;
    for (;;) {
      while (remaining === 0) {
        length++;
        if (length > rootBits) {
          this.#fillSubtables(table, rootBits, place, code);
          return;
        }
        for (let index = 0; index < size; index++) {
          table[size + index] = table[index] as number;
        }
        size *= 2;
        remaining = counts[length] as number;
      }
      table[code] = (sorted[place++] as number) + length * codeLengthUnit;
      remaining--;
      if (code === size - 1) {
        return;
      }
      code = nextCode(code, size);
    }
  }

  #fillSubtables(table: Int32Array, rootBits: number, firstPlace: number, firstCode: number): void {
    const counts = this.#counts;
    const rootMask = (1 << rootBits) - 1;
    let code = firstCode;
    let length = rootBits + 1;
    let remaining = counts[length] as number;
    let prefix = -1;
    let start = 0;
    let end = 1 << rootBits;
    for (let place = firstPlace; ; place++) {
      while (remaining === 0) {
        remaining = counts[++length] as number;
      }
      if ((code & rootMask) !== prefix) {
        prefix = code & rootMask;
        start = end;
        const subtableBits = this.#bitsOfSubtable(rootBits, length, remaining);
        end = start + (1 << subtableBits);
        table[prefix] = (start << 16) | exceptionalFlag | subtableFlag | (subtableBits << 8) | rootBits;
      }
      const restLength = length - rootBits;
      const entry = (this.#sorted[place] as number) + restLength * codeLengthUnit;
      for (let index = start + (code >>> rootBits); index < end; index += 1 << restLength) {
        table[index] = entry;
      }
      remaining--;
      const size = 1 << length;
      if (code === size - 1) {
        return;
      }
      code = nextCode(code, size);
    }
  }

  /** Bits that index a subtable whose first code has `length` bits: as many as the longest code with its prefix needs. */
  #bitsOfSubtable(rootBits: number, length: number, remaining: number): number {
    let subtableBits = length - rootBits;
    let codes = remaining;
    while (codes < 1 << subtableBits) {
      subtableBits++;
      codes = codes * 2 + (this.#counts[rootBits + subtableBits] as number);
    }
    return subtableBits;
  }
}

/**
 * A code of no symbol, or of one symbol with one bit: RFC 1951, 3.2.7 allows both for distances ("one distance code of
 * zero bits", "one unused code"). The other bit pattern has no meaning.
 */
function buildLoneCode(table: Int32Array, { items, from, to, symbols, firstSymbol }: CodedSymbols): number {
  const nothing = invalidEntry + codeLengthUnit;
  const symbol = ((items[from] as number) >>> 4) - firstSymbol;
  table[0] = from === to ? nothing : (symbols[symbol] as number) + codeLengthUnit;
  table[1] = nothing;
  return 1;
}

/** The code after `code`, both with their bits in reading order; `size` is 2 to the length of the code. */
function nextCode(code: number, size: number): number {
  const bit = 1 << (31 - Math.clz32(code ^ (size - 1)));
  return (code & (bit - 1)) | bit;
}
