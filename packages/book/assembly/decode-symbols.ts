// The symbols of one block (RFC 1951, 3.2.3): literals, and copies of what the text already holds.
//
// This loop is where the time goes, and the form of it is bought with measurements (updates of 209 bytes):
// - Its variables are locals: module variables live in memory.
// - `ahead` holds the unread bits two places up, so that ANDing it with a mask gives the byte offset of a table entry;
//   one instruction less in the chain from symbol to symbol (3 %). The two lowest bits are whatever was there.
// - Only the low six bits of `aheadCount` count. Whole entries are subtracted from it, and shifted by, because both look
//   at six bits only (2 %). It counts the two lowest bits too.
// - Literals have a loop of their own, three to a refill: depth texts are digits, seven of eight symbols are literals.
// - A match copies 16 bytes before it asks for more: nearly all are shorter, and a mispredicted branch costs as much as
//   several literals (2 %).

import { corruptBlock, tooLarge } from "../src/inflate/status";
import { bitCount, bits, nextByte, resumeReading, sourceEnd } from "./bit-reader";
import { distanceBits, distanceTable, literalBits, literalTable } from "./block-codes";
import { moveTextEnd, textArea, textEnd } from "./memory";
import { endOfBlockFlag, exceptionalFlag, subtableFlag } from "./symbols";

/** Nothing was wrong. */
const done: i32 = 0;

/**
 * Decodes up to the end of the block. Answers 0 or a status.
 *
 * Behind the end of the source it decodes what stands there, for a few bytes: the caller then calls it truncated.
 */
export function decodeSymbols(textLimit: usize): i32 {
  const literalMask: u32 = (4 << literalBits) - 4;
  const distanceMask: u32 = (4 << distanceBits) - 4;
  const lastLoad = sourceEnd + 8;
  let next = nextByte - (bitCount >> 3);
  let ahead: u64 = (bits & ((1 << (bitCount & 7)) - 1)) << 2;
  let aheadCount = (bitCount & 7) + 2;
  let to = textEnd;
  let status = tooLarge;
  let entry: i32;

  do {
    do {
      ahead |= load<u64>(next) << (aheadCount as u64);
      next += ((63 - aheadCount) >> 3) & 7;
      aheadCount |= 56;
      // 54 bits: three literals of the first level, 9 bits each.
      entry = load<i32>((ahead as u32) & literalMask, literalTable);
      if (entry >= 0) {
        break;
      }
      ahead >>= entry as u64;
      aheadCount -= entry;
      store<u8>(to++, (entry >>> 16) as u8);
      entry = load<i32>((ahead as u32) & literalMask, literalTable);
      if (entry >= 0) {
        break;
      }
      ahead >>= entry as u64;
      aheadCount -= entry;
      store<u8>(to++, (entry >>> 16) as u8);
      entry = load<i32>((ahead as u32) & literalMask, literalTable);
      if (entry >= 0) {
        break;
      }
      ahead >>= entry as u64;
      aheadCount -= entry;
      store<u8>(to++, (entry >>> 16) as u8);
    } while (to <= textLimit && next <= lastLoad);
    if (entry < 0) {
      break;
    }

    // 54 bits again: a length (15 and 5 extra) and a distance (15 and 13 extra) need 48.
    ahead |= load<u64>(next) << (aheadCount as u64);
    next += ((63 - aheadCount) >> 3) & 7;
    aheadCount |= 56;
    if (entry & exceptionalFlag) {
      ahead >>= entry as u64;
      aheadCount -= entry;
      if (entry & subtableFlag) {
        entry = load<i32>(offsetInSubtable(entry, ahead), literalTable);
        if (entry < 0) {
          ahead >>= entry as u64;
          aheadCount -= entry;
          store<u8>(to++, (entry >>> 16) as u8);
          continue;
        }
        if (entry & exceptionalFlag) {
          ahead >>= entry as u64;
          aheadCount -= entry;
        }
      }
      if (entry & exceptionalFlag) {
        if (to <= textLimit) {
          status = entry & endOfBlockFlag ? done : corruptBlock;
        }
        break;
      }
    }
    const length = baseWithExtraBits(entry, ahead);
    ahead >>= entry as u64;
    aheadCount -= entry;

    entry = load<i32>((ahead as u32) & distanceMask, distanceTable);
    if (entry & subtableFlag) {
      ahead >>= entry as u64;
      aheadCount -= entry;
      entry = load<i32>(offsetInSubtable(entry, ahead), distanceTable);
    }
    const distance = baseWithExtraBits(entry, ahead);
    ahead >>= entry as u64;
    aheadCount -= entry;
    // A distance must not reach before the first byte of the text.
    if (entry & exceptionalFlag || distance > ((to - textArea) as u32)) {
      status = corruptBlock;
      break;
    }
    copyMatch(to, distance, to + length);
    to += length;
  } while (to <= textLimit && next <= lastLoad);

  resumeReading(ahead >> 2, (aheadCount & 63) - 2, next);
  moveTextEnd(to);
  return status;
}

/** Where the bits after a link's code lead to, in bytes from the beginning of its table. */
function offsetInSubtable(link: i32, ahead: u64): u32 {
  return (link >>> 16) + ((ahead as u32) & ((4 << ((link >>> 8) & 15)) - 4));
}

/** The length or distance of an entry whose code stands first in `ahead`. */
function baseWithExtraBits(entry: i32, ahead: u64): u32 {
  const codeAndExtraBits = ((ahead as u32) >>> 2) & ((1 << (entry & 31)) - 1);
  return (entry >>> 16) + (codeAndExtraBits >>> ((entry >>> 8) & 15));
}

/** Copies what stands `distance` bytes before `to`; it may write up to 23 bytes more, which later text overwrites. */
function copyMatch(to: usize, distance: usize, end: usize): void {
  let from = to - distance;
  // A copy of eight bytes over a shorter distance gets only `distance` bytes right, but then `from` lies twice as far back.
  for (let reach = distance; reach < 8; reach += reach) {
    store<u64>(to, load<u64>(from));
    to += reach;
  }
  store<u64>(to, load<u64>(from));
  store<u64>(to, load<u64>(from, 8), 8);
  while (to + 16 < end) {
    to += 16;
    from += 16;
    store<u64>(to, load<u64>(from));
    store<u64>(to, load<u64>(from, 8), 8);
  }
}
