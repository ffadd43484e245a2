// Replaces the levels of a book by the snapshot in the sink, if both of its lists run from best to worst.

import { askLengthField, capacityField, levelsField } from "../src/book/record-layout";
import { askDeleteSection, askSetSection, countOf, firstPrice, quantityOf } from "./sink";

/** Loads the sink's snapshot, for which there is room. Answers 1; or 0 when a list is in another order: the levels mean nothing then. */
export function loadLevels(record: usize): i32 {
  const toQuantity = (load<u32>(record, capacityField) as usize) << 3;
  let keys = load<u32>(record, levelsField) as usize;
  let isBestFirst: u32 = 1;
  let sign: f64 = -1;
  for (let section = askSetSection; section < askDeleteSection; section++) {
    let price = firstPrice(section);
    let row = keys + ((countOf(section) as usize) << 3);
    let former = Infinity;
    // Best last, as a book keeps them. All rows are written whatever their order: it is nearly always right.
    while (row > keys) {
      row -= 8;
      const key = load<f64>(price) * sign;
      const quantity = load<f64>(quantityOf(price));
      isBestFirst &= ((key < former) as u32) & ((quantity !== 0) as u32);
      store<f64>(row, key);
      store<f64>(row + toQuantity, quantity);
      former = key;
      price += 8;
    }
    store<u32>(record + (section << 2), countOf(section), askLengthField);
    keys += 2 * toQuantity;
    sign = 1;
  }
  return isBestFirst;
}
