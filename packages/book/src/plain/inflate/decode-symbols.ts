import { corruptBlock, tooLarge } from "../../inflate/status.js";
import type { BitReader } from "./bit-reader.js";
import type { BlockCodes } from "./block-codes.js";
import type { InflatedText } from "./inflated-text.js";
import { endOfBlockFlag, exceptionalFlag, subtableFlag } from "./symbols.js";

/** Nothing was wrong. */
const done = 0;

/**
 * Decodes the symbols of one block (RFC 1951, 3.2.3) up to its end. Returns 0 or a status.
 *
 * Behind the end of the source it decodes what stands there, for a few bytes: the caller then calls it truncated.
 *
 * This loop is where the time goes. Its variables are locals, because fields would be written back at every store into
 * an array. Only the low five bits of `bitCount` count: whole entries are subtracted from it, and shifted by, because
 * both look at five bits only.
 */
export function decodeSymbols(reader: BitReader, codes: BlockCodes, text: InflatedText, limit: number): number {
  const { literalTable, distanceTable } = codes;
  const literalMask = (1 << codes.literalBits) - 1;
  const distanceMask = (1 << codes.distanceBits) - 1;
  const words = reader.words;
  const bytes = text.bytes;
  const lastLoad = reader.end + 4;
  let bits = reader.bits;
  let bitCount = reader.bitCount;
  let next = reader.nextByte;
  let to = text.length;
  let status: number = tooLarge;
  let entry: number;

  do {
    do {
      bits |= words.getInt32(next, true) << bitCount;
      next += ((31 - bitCount) >> 3) & 3;
      bitCount |= 24;
      // 24 bits: two literals of the first level, 9 bits each.
      entry = literalTable[bits & literalMask] as number;
      if (entry >= 0) {
        break;
      }
      bits >>>= entry;
      bitCount = (bitCount - entry) | 0;
      bytes[to++] = entry >>> 16;
      entry = literalTable[bits & literalMask] as number;
      if (entry >= 0) {
        break;
      }
      bits >>>= entry;
      bitCount = (bitCount - entry) | 0;
      bytes[to++] = entry >>> 16;
    } while (to <= limit && next <= lastLoad);
    if (entry < 0) {
      break;
    }

    // 24 bits again: a length needs 20 (15 and 5 extra).
    bits |= words.getInt32(next, true) << bitCount;
    next += ((31 - bitCount) >> 3) & 3;
    bitCount |= 24;
    if ((entry & exceptionalFlag) !== 0) {
      bits >>>= entry;
      bitCount = (bitCount - entry) | 0;
      if ((entry & subtableFlag) !== 0) {
        entry = literalTable[placeInSubtable(entry, bits)] as number;
        if (entry < 0) {
          bits >>>= entry;
          bitCount = (bitCount - entry) | 0;
          bytes[to++] = entry >>> 16;
          continue;
        }
        if ((entry & exceptionalFlag) !== 0) {
          bits >>>= entry;
          bitCount = (bitCount - entry) | 0;
        }
      }
      if ((entry & exceptionalFlag) !== 0) {
        if (to <= limit) {
          status = (entry & endOfBlockFlag) !== 0 ? done : corruptBlock;
        }
        break;
      }
    }
    const length = (entry >>> 16) + ((bits & ((1 << entry) - 1)) >>> ((entry >>> 8) & 15));
    bits >>>= entry;
    bitCount = (bitCount - entry) | 0;

    bits |= words.getInt32(next, true) << bitCount;
    next += ((31 - bitCount) >> 3) & 3;
    bitCount |= 24;
    entry = distanceTable[bits & distanceMask] as number;
    if ((entry & subtableFlag) !== 0) {
      bits >>>= entry;
      bitCount = (bitCount - entry) | 0;
      entry = distanceTable[placeInSubtable(entry, bits)] as number;
    }
    // Code and extra bits together can be 28: the code first, then more bits.
    const codeLength = (entry >>> 8) & 15;
    const extraBits = (entry & 31) - codeLength;
    bits >>>= codeLength;
    bitCount = (bitCount - codeLength) | 0;
    bits |= words.getInt32(next, true) << bitCount;
    next += ((31 - bitCount) >> 3) & 3;
    bitCount |= 24;
    const distance = (entry >>> 16) + (bits & ((1 << extraBits) - 1));
    bits >>>= extraBits;
    bitCount = (bitCount - extraBits) | 0;
    // A distance must not reach before the first byte of the text.
    if ((entry & exceptionalFlag) !== 0 || distance > to) {
      status = corruptBlock;
      break;
    }
    const end = to + length;
    for (let from = to - distance; to < end; ) {
      bytes[to++] = bytes[from++] as number;
    }
  } while (to <= limit && next <= lastLoad);

  reader.resume(bits, bitCount & 31, next);
  text.length = to;
  return status;
}

/** Where the bits after a link's code lead to. */
function placeInSubtable(link: number, bits: number): number {
  return (link >>> 16) + (bits & ((1 << ((link >>> 8) & 15)) - 1));
}
