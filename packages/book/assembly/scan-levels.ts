// The lists of a depth message.

import { finer, scanDecimal, unexpected } from "./scan-decimal";
import { firstPrice, quantityOf, setCount, sinkCapacity } from "./sink";

const openBracket: u32 = 0x5b;
const closeBracket: u32 = 0x5d;
/** `["` */
const rowStart: u32 = 0x225b;
/** `","` */
const betweenNumbers: u32 = 0x222c22;
/** `"],` */
const rowEnd: u32 = 0x2c5d22;
/** `"]]` */
const listEnd: u32 = 0x5d5d22;
/** `null` */
const nullText: u32 = 0x6c6c756e;
const threeBytes: u32 = 0xffffff;

/**
 * Scans one side, `[["quantity","price"],…]` or `null`, into a section. Answers the position behind it, `unexpected` or
 * `finer`.
 */
export function scanLevels(start: usize, section: usize, priceScale: u32, quantityScale: u32): usize {
  if (load<u8>(start) !== openBracket) {
    return load<u32>(start) === nullText ? start + 4 : unexpected;
  }
  if (load<u8>(start, 1) === closeBracket) {
    return start + 2;
  }
  const first = firstPrice(section);
  const end = first + (sinkCapacity << 3);
  let price = first;
  let at = start;
  do {
    // `at` stands on the bracket or comma before the row.
    if (load<u16>(at, 1) !== rowStart) {
      return unexpected;
    }
    at = scanDecimal(at + 3, quantityScale, quantityOf(price));
    if (at <= finer) {
      return at;
    }
    if ((load<u32>(at) & threeBytes) !== betweenNumbers) {
      return unexpected;
    }
    at = scanDecimal(at + 3, priceScale, price);
    if (at <= finer) {
      return at;
    }
    price += 8;
    const tail = load<u32>(at) & threeBytes;
    if (tail !== rowEnd) {
      setCount(section, (price - first) >> 3);
      return tail === listEnd ? at + 3 : unexpected;
    }
    at += 2;
  } while (price < end);
  return unexpected;
}
