// Applies an update in the sink to the two sides of a book: the host's `ColumnBook.apply`, in the memory of the sink.

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
} from "./sink";

/** Applied. */
const applied: i32 = 0;
/** A price stands in `add` and `del` of one side; nothing was changed. */
const ambiguous: i32 = 1;
/** The lists are long: the host applies them; nothing was changed. */
const tooLong: i32 = 2;

/** How `add` and `del` of one message are read: both of a price are refused. */
const orderRefused: u32 = 0;
/** `del` first. */
const orderDeleteFirst: u32 = 2;

/** u32 each: levels of the asks, of the bids, rows of unknown price, rows of a repeated price. */
export const updateResult: usize = memory.data(16, 8);

/** `del` and `mod` rows whose price was not in the book. */
let unknownLevels: u32 = 0;

/** Applies the sink's update. Both sides have room for whatever it adds. Answers `applied`, or why nothing was changed. */
export function updateLevels(
  askKeys: usize,
  askCapacity: u32,
  askLength: u32,
  bidKeys: usize,
  bidCapacity: u32,
  bidLength: u32,
  order: u32,
): i32 {
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
  store<u32>(updateResult, updateSide(askKeys, askCapacity, askLength, askSetSection, -1, order));
  store<u32>(updateResult, updateSide(bidKeys, bidCapacity, bidLength, askSetSection + 1, 1, order), 4);
  store<u32>(updateResult, unknownLevels, 8);
  store<u32>(updateResult, repeats, 12);
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
