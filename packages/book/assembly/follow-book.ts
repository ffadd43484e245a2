// Takes a book on to its next state where its record lies: what `DepthBook` does with an update that has nothing odd about it.

import {
  askLengthField,
  bidLengthField,
  capacityField,
  contiguousField,
  handedOverField,
  indexField,
  levelScalesField,
  levelsField,
  limitField,
  movedField,
  ownerField,
  receivedAtField,
  sameLevelField,
  seqField,
  updatedAtField,
  versionField,
} from "../src/book/record-layout";
import { scalesOf } from "./channels";
import { askModifySection, askSetSection, countOf, seqNumber, updatedNumber } from "./sink";
import { applied, updateLevels, updateResult } from "./update-levels";

/** Nothing was changed: the host decides. */
export const leftToHost: i32 = 0;
/** Applied, and the book is live as before. */
export const followed: i32 = 1;
/** The levels are changed and the state is not: rows were unknown or repeated, or the book is crossed. The host goes on. */
export const levelsApplied: i32 = 2;

/** Applies the sink's update to the record's book if it was handed over, is of this connection, and the update is the next one. */
export function followBook(record: usize, owner: u32, receivedAtMs: f64): i32 {
  if (load<u8>(record, handedOverField) === 0 || load<u16>(record, ownerField) !== owner) {
    return leftToHost;
  }
  const seq = load<f64>(seqNumber);
  const former = load<f64>(record, seqField);
  const updatedAtMs = load<f64>(updatedNumber);
  if (load<u8>(record, contiguousField) !== 0 ? seq !== former + 1 : seq <= former) {
    return leftToHost;
  }
  // A time that steps back is no loss, but the host remembers the highest.
  if (updatedAtMs < load<f64>(record, updatedAtField) || load<u16>(record, levelScalesField) !== scalesOf(record)) {
    return leftToHost;
  }
  const limit = load<u32>(record, limitField);
  if (
    load<u32>(record, askLengthField) + addedLevels(askSetSection) > limit ||
    load<u32>(record, bidLengthField) + addedLevels(askSetSection + 1) > limit
  ) {
    return leftToHost;
  }
  if (updateLevels(record, load<u8>(record, sameLevelField)) !== applied) {
    return leftToHost;
  }
  // Unknown and repeated rows.
  if (load<u64>(updateResult) !== 0 || isCrossed(record)) {
    return levelsApplied;
  }
  store<f64>(record, seq, seqField);
  store<f64>(record, updatedAtMs, updatedAtField);
  store<f64>(record, receivedAtMs, receivedAtField);
  store<f64>(record, load<f64>(record, versionField) + 1, versionField);
  store<u8>(record, 1, movedField);
  store<u32>(updateResult, load<u32>(record, indexField), 8);
  return followed;
}

/** Most levels that the sink's update can add to the side of a set section. */
function addedLevels(setSection: usize): u32 {
  return countOf(setSection) + countOf(setSection + askModifySection);
}

/** Whether the best bid is not below the best ask. */
function isCrossed(record: usize): bool {
  const askLength = load<u32>(record, askLengthField) as usize;
  const bidLength = load<u32>(record, bidLengthField) as usize;
  if (askLength === 0 || bidLength === 0) {
    return false;
  }
  const asks = load<u32>(record, levelsField) as usize;
  const bids = asks + ((load<u32>(record, capacityField) as usize) << 4);
  return load<f64>(bids + (bidLength << 3) - 8) >= -load<f64>(asks + (askLength << 3) - 8);
}
