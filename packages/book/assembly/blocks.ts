// The sequence of deflate blocks (RFC 1951, 3.2.3).

import { corruptBlock, tooLarge, truncated } from "../src/inflate/status";
import { alignToByte, isPastEnd, moveTo, refill, sourceEnd, takeBits } from "./bit-reader";
import { readDynamicCodes, takeFixedCodes } from "./block-codes";
import { decodeSymbols } from "./decode-symbols";
import { moveTextEnd, textArea, textEnd } from "./memory";

const storedBlock: u32 = 0;
const fixedBlock: u32 = 1;
const dynamicBlock: u32 = 2;
/** Nothing was wrong. */
const done: i32 = 0;

/** Inflates all blocks; the reader stands behind the last one. Answers the length of the text, or a status. */
export function inflateBlocks(maxInflatedBytes: u32): i32 {
  const textLimit = textArea + maxInflatedBytes;
  moveTextEnd(textArea);
  let isLast: u32;
  do {
    refill();
    isLast = takeBits(1);
    const status = inflateBlock(takeBits(2), textLimit);
    // Faults behind the end of the source do not count: more bytes could have made it right.
    if (isPastEnd()) {
      return truncated;
    }
    if (status !== done) {
      return status;
    }
  } while (isLast === 0);
  return (textEnd - textArea) as i32;
}

function inflateBlock(type: u32, textLimit: usize): i32 {
  if (type === storedBlock) {
    return copyStored(textLimit);
  }
  if (type === fixedBlock) {
    takeFixedCodes();
  } else if (type === dynamicBlock) {
    const status = readDynamicCodes();
    if (status !== done) {
      return status;
    }
  } else {
    return corruptBlock;
  }
  return decodeSymbols(textLimit);
}

/** RFC 1951, 3.2.4: LEN, its complement NLEN, and LEN bytes as they are. */
function copyStored(textLimit: usize): i32 {
  const header = alignToByte();
  const from = header + 4;
  if (from > sourceEnd) {
    return truncated;
  }
  const length = load<u16>(header) as u32;
  if ((length ^ 0xffff) !== load<u16>(header, 2)) {
    return corruptBlock;
  }
  const available = min(length, (sourceEnd - from) as u32);
  if (textEnd + available > textLimit) {
    return tooLarge;
  }
  if (available < length) {
    return truncated;
  }
  memory.copy(textEnd, from, length);
  moveTextEnd(textEnd + length);
  moveTo(from + length);
  return done;
}
