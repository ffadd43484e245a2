import { corruptBlock, tooLarge, truncated } from "../status.js";
import type { BitReader } from "./bit-reader.js";
import type { BlockCodes } from "./block-codes.js";
import { endOfBlockFlag, exceptionalFlag, subtableFlag } from "./symbols.js";

const storedBlock = 0;
const fixedBlock = 1;
const dynamicBlock = 2;
/** Nothing was wrong. */
const done = 0;
/** One turn of the decoding loop writes at most two literals and a match of 258 bytes before it looks at the limit. */
const textPadding = 512;

/** The inflated text: `bytes[0, length)`. */
export class InflatedText {
  readonly bytes: Uint8Array;
  length = 0;

  /** @param capacity length in bytes of the longest text */
  constructor(capacity: number) {
    this.bytes = new Uint8Array(capacity + textPadding);
  }
}

/** Inflates all blocks (RFC 1951, 3.2.3); the reader stands behind the last one. Returns 0 or a status. */
export function inflateBlocks(reader: BitReader, codes: BlockCodes, text: InflatedText, limit: number): number {
  text.length = 0;
  let isLast: number;
  do {
    reader.refill();
    isLast = reader.take(1);
    const status = inflateBlock(reader.take(2), reader, codes, text, limit);
    // Whatever was seen behind the end of the source does not count: more bytes could have made it right.
    if (reader.isPastEnd()) return truncated;
    if (status !== done) return status;
  } while (isLast === 0);
  return done;
}

function inflateBlock(type: number, reader: BitReader, codes: BlockCodes, text: InflatedText, limit: number): number {
  if (type === dynamicBlock) {
    const status = codes.readDynamic(reader);
    return status === done ? inflateSymbols(reader, codes, text, limit) : status;
  }
  if (type === fixedBlock) {
    codes.takeFixed();
    return inflateSymbols(reader, codes, text, limit);
  }
  return type === storedBlock ? copyStored(reader, text, limit) : corruptBlock;
}

/** RFC 1951, 3.2.4: LEN, its complement NLEN, and LEN bytes as they are. */
function copyStored(reader: BitReader, text: InflatedText, limit: number): number {
  const header = reader.alignToByte();
  const from = header + 4;
  if (from > reader.end) return truncated;
  const length = reader.words.getUint16(header, true);
  if ((length ^ 0xffff) !== reader.words.getUint16(header + 2, true)) return corruptBlock;
  const available = Math.min(length, reader.end - from);
  if (text.length + available > limit) return tooLarge;
  if (available < length) return truncated;
  text.bytes.set(reader.bytes.subarray(from, from + length), text.length);
  text.length += length;
  reader.moveTo(from + length);
  return done;
}

function inflateSymbols(reader: BitReader, codes: BlockCodes, text: InflatedText, limit: number): number {
  // Everything in locals: fields would be written back at every store into an array.
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

  // Past the end of the source `isPastEnd` makes the status `truncated`.
  while (to <= limit && next <= lastLoad) {
    bits |= words.getInt32(next, true) << bitCount;
    next += (31 - bitCount) >> 3;
    bitCount |= 24;
    let entry = literalTable[bits & literalMask] as number;
    if (entry < 0) {
      bits >>>= entry & 63;
      bitCount -= entry & 63;
      bytes[to++] = entry >>> 16;
      entry = literalTable[bits & literalMask] as number;
      if (entry < 0) {
        bits >>>= entry & 63;
        bitCount -= entry & 63;
        bytes[to++] = entry >>> 16;
        continue;
      }
      bits |= words.getInt32(next, true) << bitCount;
      next += (31 - bitCount) >> 3;
      bitCount |= 24;
    }
    if ((entry & exceptionalFlag) !== 0) {
      bits >>>= entry & 63;
      bitCount -= entry & 63;
      if ((entry & subtableFlag) === 0) {
        status = (entry & endOfBlockFlag) === 0 ? corruptBlock : to > limit ? tooLarge : done;
        break;
      }
      entry = literalTable[(entry >>> 16) + (bits & ((1 << ((entry >>> 8) & 15)) - 1))] as number;
      if (entry < 0) {
        bits >>>= entry & 63;
        bitCount -= entry & 63;
        bytes[to++] = entry >>> 16;
        continue;
      }
      if ((entry & exceptionalFlag) !== 0) {
        bits >>>= entry & 63;
        bitCount -= entry & 63;
        status = (entry & endOfBlockFlag) === 0 ? corruptBlock : to > limit ? tooLarge : done;
        break;
      }
    }
    const length = (entry >>> 16) + ((bits & ((1 << (entry & 63)) - 1)) >>> ((entry >>> 8) & 15));
    bits >>>= entry & 63;
    bitCount -= entry & 63;

    bits |= words.getInt32(next, true) << bitCount;
    next += (31 - bitCount) >> 3;
    bitCount |= 24;
    entry = distanceTable[bits & distanceMask] as number;
    if ((entry & exceptionalFlag) !== 0) {
      bits >>>= entry & 63;
      bitCount -= entry & 63;
      if ((entry & subtableFlag) === 0) {
        status = corruptBlock;
        break;
      }
      entry = distanceTable[(entry >>> 16) + (bits & ((1 << ((entry >>> 8) & 15)) - 1))] as number;
      if ((entry & exceptionalFlag) !== 0) {
        bits >>>= entry & 63;
        bitCount -= entry & 63;
        status = corruptBlock;
        break;
      }
    }
    // Code and extra bits together can be 28: the code first, then more bits.
    const codeLength = (entry >>> 8) & 15;
    bits >>>= codeLength;
    bitCount -= codeLength;
    const extraBits = (entry & 63) - codeLength;
    if (bitCount < extraBits) {
      bits |= words.getInt32(next, true) << bitCount;
      next += (31 - bitCount) >> 3;
      bitCount |= 24;
    }
    const distance = (entry >>> 16) + (bits & ((1 << extraBits) - 1));
    bits >>>= extraBits;
    bitCount -= extraBits;
    // A distance must not reach before the first byte of the text.
    if (distance > to) {
      status = corruptBlock;
      break;
    }
    const end = to + length;
    if (distance === 1) {
      bytes.fill(bytes[to - 1] as number, to, end);
      to = end;
    } else {
      for (let from = to - distance; to < end; ) bytes[to++] = bytes[from++] as number;
    }
  }
  reader.resume(bits, bitCount, next);
  text.length = to;
  return status;
}
