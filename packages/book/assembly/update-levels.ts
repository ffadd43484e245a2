// Applies an update in the sink to the two sides of a book: the host's `ColumnBook.apply`, in the memory of the sink.

import { askLengthField, bidLengthField, capacityField, levelsField } from "../src/book/record-layout";
import { areTooLong, countRepeats, sharePrice } from "./level-checks";
import { firstAtLeast, insertLevel, isLevel, removeLevel } from "./levels";
import {
  askDeleteSection,
  askModifySection,
  askSetSection,
  countOf,
  firstPrice,
  quantityOf,
  sectionCount,
  unusedNumber,
} from "./sink";

/** Applied. */
export const applied: i32 = 0;
/** A price stands in `add` and `del` of one side; nothing was changed. */
const ambiguous: i32 = 1;
/** The lists are long: the host applies them; nothing was changed. */
const tooLong: i32 = 2;

/** How `add` and `del` of one message are read: both of a price are refused. */
const orderRefused: u32 = 0;
/** `del` first. */
const orderDeleteFirst: u32 = 2;

/** u32 each: rows of unknown price, rows of a repeated price; the number that the channel's owner gave it. */
export const updateResult: usize = memory.data(12, 8);

/** `del` and `mod` rows whose price was not in the book. */
let unknownLevels: u32 = 0;

/** Applies the sink's update to the book of a record, which has room for whatever it adds. Answers `applied`, or why nothing was changed. */
export function updateLevels(record: usize, order: u32): i32 {
  const capacity = load<u32>(record, capacityField);
  const asks = load<u32>(record, levelsField) as usize;
  const bids = asks + ((capacity as usize) << 4);
  // With many pairs no line of a small book is in the caches, and a search would wait for one after the other: asked for together, they come
  // together. Of a larger book these are lines that a search begins on. Stored, since the compiler drops what nobody reads.
  let lines: u64 = 0;
  for (let at = asks; at < asks + ((capacity as usize) << 5); at += (capacity as usize) << 1) {
    lines |= load<u64>(at);
  }
  store<u64>(unusedNumber, lines);
  let repeats: u32 = 0;
  for (let section: usize = 0; section < sectionCount; section++) {
    if (countOf(section) < 2) {
      continue;
    }
    if (areTooLong(section, section)) {
      return tooLong;
    }
    repeats += countRepeats(section);
  }
  if (order === orderRefused) {
    for (let section = askSetSection; section < askDeleteSection; section++) {
      if (areTooLong(section, section + askDeleteSection)) {
        return tooLong;
      }
      if (sharePrice(section, section + askDeleteSection)) {
        return ambiguous;
      }
    }
  }
  unknownLevels = 0;
  const askLength = updateSide(asks, capacity, load<u32>(record, askLengthField), askSetSection, -1, order);
  const bidLength = updateSide(bids, capacity, load<u32>(record, bidLengthField), askSetSection + 1, 1, order);
  store<u32>(record, askLength, askLengthField);
  store<u32>(record, bidLength, bidLengthField);
  store<u32>(updateResult, unknownLevels);
  store<u32>(updateResult, repeats, 4);
  return applied;
}

/** Answers how many levels the side has then. `sign` makes a key of a price. */
function updateSide(keys: usize, capacity: u32, length: u32, setSection: usize, sign: f64, order: u32): u32 {
  if (order === orderDeleteFirst) {
    length = deleteLevels(keys, capacity, length, setSection + askDeleteSection, sign);
  }
  const unknownBefore = unknownLevels;
  length = setLevels(keys, capacity, length, setSection, sign);
  // Levels of `add` are not counted as unknown.
  unknownLevels = unknownBefore;
  if (order !== orderDeleteFirst) {
    length = deleteLevels(keys, capacity, length, setSection + askDeleteSection, sign);
  }
  return setLevels(keys, capacity, length, setSection + askModifySection, sign);
}

/** Sets absolute quantities; 0 removes. */
function setLevels(keys: usize, capacity: u32, length: u32, section: usize, sign: f64): u32 {
  const toQuantity = (capacity as usize) << 3;
  let price = firstPrice(section);
  const end = price + ((countOf(section) as usize) << 3);
  for (; price < end; price += 8) {
    const key = load<f64>(price) * sign;
    const quantity = load<f64>(quantityOf(price));
    const row = firstAtLeast(keys, length, key);
    if (isLevel(keys, length, row, key)) {
      if (quantity !== 0) {
        store<f64>(row + toQuantity, quantity);
      } else {
        removeLevel(keys, capacity, length, row);
        length--;
      }
    } else {
      unknownLevels++;
      if (quantity !== 0) {
        insertLevel(keys, capacity, length, row, key, quantity);
        length++;
      }
    }
  }
  return length;
}

/** Removes levels whatever quantity their rows name. */
function deleteLevels(keys: usize, capacity: u32, length: u32, section: usize, sign: f64): u32 {
  let price = firstPrice(section);
  const end = price + ((countOf(section) as usize) << 3);
  for (; price < end; price += 8) {
    const key = load<f64>(price) * sign;
    const row = firstAtLeast(keys, length, key);
    if (isLevel(keys, length, row, key)) {
      removeLevel(keys, capacity, length, row);
      length--;
    } else {
      unknownLevels++;
    }
  }
  return length;
}
