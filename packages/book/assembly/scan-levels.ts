// The lists of a depth message.
//
// A row is looked at as a whole: where its quotes and points are says where both numbers end, and so where the next row begins, before
// either is read. One number after the other, each began where the one before was known to end: a third of the time of a scan was waiting for that.

import {
  digitsOf,
  finer,
  formOf,
  powerOf,
  powersOfTen,
  quotesOf,
  scaledPair,
  scanDecimal,
  unexpected,
  usualDecimals,
} from "./scan-decimal";
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
    at += 3;
    const quantityText = v128.load(at);
    const quantityQuotes = quotesOf(quantityText);
    const length = ctz(quantityQuotes);
    const priceText = v128.load(at + length, 3);
    const priceQuotes = quotesOf(priceText);
    const priceLength = ctz(priceQuotes);
    const quantityForm = formOf(quantityText, quantityQuotes, length);
    const priceForm = formOf(priceText, priceQuotes, priceLength);
    const pair = i64x2.shuffle(digitsOf(quantityText, quantityForm), digitsOf(priceText, priceForm), 0, 2);
    const quantityPower = powerOf(quantityForm, quantityScale);
    const pricePower = powerOf(priceForm, priceScale);
    const scaled = scaledPair(pair, quantityPower, pricePower);
    const isUsual = usualDecimals(pair, scaled) && min(quantityPower, pricePower) >= powersOfTen;
    v128.store64_lane(quantityOf(price), scaled, 0);
    v128.store64_lane(price, scaled, 1);
    at = isUsual ? at + length : scanDecimal(at, quantityScale, quantityOf(price));
    if (at <= finer) {
      return at;
    }
    if ((load<u32>(at) & threeBytes) !== betweenNumbers) {
      return unexpected;
    }
    at = isUsual ? at + 3 + priceLength : scanDecimal(at + 3, priceScale, price);
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
