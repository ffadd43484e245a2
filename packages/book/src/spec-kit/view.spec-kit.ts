import { parseDecimal } from "@depthwire/core/internal";
import type { Pair } from "@depthwire/schema";
import { BookView } from "../view/book-view.js";
import { emptyViewData } from "../view/book-view-data.js";

/** `[price, quantity]`. */
export type ViewRow = readonly [price: string, quantity: string];

/** A live view with these levels, best first, at these scales. */
export function viewOf(
  asks: readonly ViewRow[],
  bids: readonly ViewRow[],
  priceScale: number = 2,
  quantityScale: number = 3,
): BookView {
  const prices = (rows: readonly ViewRow[]) => rows.map(([price]) => scaledNumber(price, priceScale));
  const quantities = (rows: readonly ViewRow[]) => rows.map(([, quantity]) => scaledNumber(quantity, quantityScale));
  const data = {
    ...emptyViewData(1, "sequenced"),
    priceScale,
    quantityScale,
    askCount: asks.length,
    bidCount: bids.length,
    columns: new Float64Array([...prices(asks), ...quantities(asks), ...prices(bids), ...quantities(bids)]),
  };
  return new BookView("4BTC_USDT" as Pair, data, { status: "live", reason: undefined }, Number.POSITIVE_INFINITY);
}

function scaledNumber(text: string, scale: number): number {
  const { digits, scale: own } = parseDecimal(text);
  return Number(digits * 10n ** BigInt(scale - own));
}
