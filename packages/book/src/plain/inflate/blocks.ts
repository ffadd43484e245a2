import { corruptBlock, tooLarge, truncated } from "../../inflate/status.js";
import type { BitReader } from "./bit-reader.js";
import type { BlockCodes } from "./block-codes.js";
import { decodeSymbols } from "./decode-symbols.js";
import type { InflatedText } from "./inflated-text.js";

const storedBlock = 0;
const fixedBlock = 1;
const dynamicBlock = 2;
/** Nothing was wrong. */
const done = 0;

/** Inflates all blocks (RFC 1951, 3.2.3); the reader ends after the last one. Returns 0 or a status. */
export function inflateBlocks(reader: BitReader, codes: BlockCodes, text: InflatedText, limit: number): number {
  text.length = 0;
  let isLast: number;
  do {
    reader.refill();
    isLast = reader.take(1);
    const status = inflateBlock(reader.take(2), reader, codes, text, limit);
    // Anything seen after the end of the source does not count: more bytes could have made it right.
    if (reader.isPastEnd()) {
      return truncated;
    }
    if (status !== done) {
      return status;
    }
  } while (isLast === 0);
  return done;
}

function inflateBlock(type: number, reader: BitReader, codes: BlockCodes, text: InflatedText, limit: number): number {
  if (type === dynamicBlock) {
    const status = codes.readDynamic(reader);
    return status === done ? decodeSymbols(reader, codes, text, limit) : status;
  }
  if (type === fixedBlock) {
    codes.takeFixed();
    return decodeSymbols(reader, codes, text, limit);
  }
  return type === storedBlock ? copyStored(reader, text, limit) : corruptBlock;
}

/** RFC 1951, 3.2.4: LEN, its complement NLEN, and LEN bytes as they are. */
function copyStored(reader: BitReader, text: InflatedText, limit: number): number {
  const header = reader.alignToByte();
  const from = header + 4;
  if (from > reader.end) {
    return truncated;
  }
  const length = reader.words.getUint16(header, true);
  if ((length ^ 0xffff) !== reader.words.getUint16(header + 2, true)) {
    return corruptBlock;
  }
  const available = Math.min(length, reader.end - from);
  if (text.length + available > limit) {
    return tooLarge;
  }
  if (available < length) {
    return truncated;
  }
  text.bytes.set(reader.bytes.subarray(from, from + length), text.length);
  text.length += length;
  reader.moveTo(from + length);
  return done;
}
