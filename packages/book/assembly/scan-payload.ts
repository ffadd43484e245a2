// The payload of a depth message, its keys in any order.

import { channelOf, isSame, pairLengthOf, priceScaleOf, quantityScaleOf } from "./channels";
import { finer, scanInteger, unexpected } from "./scan-decimal";
import { scanLevels } from "./scan-levels";
import { askDeleteSection, askModifySection, askSetSection, seqNumber, updatedNumber } from "./sink";

// Keys with quotes and colon as numbers, the first character lowest.

/** `"pair":"`, the value's quote included. */
const pairKey: u64 = ((0x223a2272 as u64) << 32) | 0x69617022;
/** `"ut":` */
const updatedKey: u64 = 0x3a22747522;
/** `"seq":` */
const seqKey: u64 = 0x3a2271657322;
/** `"asks":` */
const asksKey: u64 = ((0x3a2273 as u64) << 32) | 0x6b736122;
/** `"bids":` */
const bidsKey: u64 = ((0x3a2273 as u64) << 32) | 0x64696222;
/** `"add":` */
const setKey: u64 = 0x3a2264646122;
/** `"del":` */
const deleteKey: u64 = 0x3a226c656422;
/** `"mod":` */
const modifyKey: u64 = 0x3a22646f6d22;
const fiveBytes: u64 = 0xffffffffff;
const sixBytes: u64 = 0xffffffffffff;
const sevenBytes: u64 = ((0xffffff as u64) << 32) | 0xffffffff;

const seenPair: u32 = 1;
const seenUpdated: u32 = 2;
const seenSeq: u32 = 4;
const seenHeader: u32 = 7;
const seenAsks: u32 = 8;
const seenBids: u32 = 16;
const seenSnapshot: u32 = 24;
const seenSet: u32 = 32;
const seenDelete: u32 = 64;
const seenModify: u32 = 128;

const quote: u32 = 0x22;
const comma: u32 = 0x2c;
const openBrace: u32 = 0x7b;
const closeBrace: u32 = 0x7d;

/**
 * Scans the payload whose opening brace stands at `start`. Answers `unexpected`, `finer`, or twice the position behind it,
 * and 1 more for a snapshot.
 */
export function scanPayload(start: usize, record: usize): usize {
  const priceScale = priceScaleOf(record);
  const quantityScale = quantityScaleOf(record);
  let at = start;
  let seen: u32 = 0;
  do {
    // `at` stands on the brace or comma before the key. The order of the questions is that of venues' messages.
    const word = load<u64>(at, 1);
    const firstSix = word & sixBytes;
    let key: u32;
    if (word === pairKey) {
      key = seenPair;
      at = scanPair(at + 9, record);
    } else if ((word & fiveBytes) === updatedKey) {
      key = seenUpdated;
      at = scanInteger(at + 6, updatedNumber);
    } else if (firstSix === seqKey) {
      key = seenSeq;
      at = scanInteger(at + 7, seqNumber);
    } else if (firstSix === setKey) {
      key = seenSet;
      at = scanSides(at + 7, askSetSection, priceScale, quantityScale);
    } else if (firstSix === deleteKey) {
      key = seenDelete;
      at = scanSides(at + 7, askDeleteSection, priceScale, quantityScale);
    } else if ((word & sevenBytes) === asksKey) {
      key = seenAsks;
      at = scanLevels(at + 8, askSetSection, priceScale, quantityScale);
    } else if ((word & sevenBytes) === bidsKey) {
      key = seenBids;
      at = scanLevels(at + 8, askSetSection + 1, priceScale, quantityScale);
    } else if (firstSix === modifyKey) {
      key = seenModify;
      at = scanSides(at + 7, askModifySection, priceScale, quantityScale);
    } else {
      return unexpected;
    }
    if (at <= finer) {
      return at;
    }
    if (seen & key) {
      return unexpected;
    }
    seen |= key;
  } while (load<u8>(at) === comma);
  if (load<u8>(at) !== closeBrace || (seen & seenHeader) !== seenHeader) {
    return unexpected;
  }
  const isSnapshot = (seen & seenSnapshot) !== 0;
  // Both kinds of content are wrong, and neither kind depends on `t`: the host decides.
  if (isSnapshot === seen >= seenSet) {
    return unexpected;
  }
  return ((at + 1) << 1) | (isSnapshot as usize);
}

/** The rest of the pair's text, which must be that of the channel. Answers the position behind its quote. */
function scanPair(at: usize, record: usize): usize {
  const length = pairLengthOf(record);
  return isSame(at, channelOf(record), length) && load<u8>(at + length) === quote ? at + length + 1 : unexpected;
}

/** Scans `{"asks":…,"bids":…}`, either side at most once, into `askSection` and the one behind it. */
function scanSides(start: usize, askSection: usize, priceScale: u32, quantityScale: u32): usize {
  if (load<u8>(start) !== openBrace) {
    return unexpected;
  }
  let at = start;
  let seen: u32 = 0;
  do {
    const word = load<u64>(at, 1) & sevenBytes;
    const key = word === asksKey ? seenAsks : seenBids;
    if ((key === seenBids && word !== bidsKey) || seen & key) {
      return unexpected;
    }
    seen |= key;
    at = scanLevels(at + 8, askSection + ((key >>> 4) as usize), priceScale, quantityScale);
    if (at <= finer) {
      return at;
    }
  } while (load<u8>(at) === comma);
  return load<u8>(at) === closeBrace ? at + 1 : unexpected;
}
