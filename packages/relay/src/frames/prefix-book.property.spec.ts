import { encodeDepthSnapshot } from "@depthwire/core/internal";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type ViewRow, viewOf } from "../../../book/src/spec-kit/view.spec-kit.js";
import { writePrefixBook } from "./prefix-book.js";

const maxScale = 8;
const scale = fc.integer({ min: 0, max: maxScale });

/** A decimal with so many places. */
function decimalOf(scaled: number, places: number): string {
  const digits = String(scaled).padStart(places + 1, "0");
  return places === 0 ? digits : `${digits.slice(0, -places)}.${digits.slice(-places)}`;
}

/** Scaled integers; many end with zeros. */
const scaledNumber = fc.oneof(
  fc.integer({ min: 1, max: 2 ** 40 }),
  fc.integer({ min: 1, max: 9_999 }).map((number) => number * 10 ** 6),
);
const scaledRows = fc.array(fc.tuple(scaledNumber, scaledNumber), { maxLength: 30 });

describe("a book in protocol A", () => {
  test("is the text that the codec of its record writes", () =>
    fc.assert(
      fc.property(scaledRows, scaledRows, scale, scale, (asks, bids, priceScale, quantityScale) => {
        const rowsOf = (rows: readonly (readonly [number, number])[]): ViewRow[] =>
          rows.map(([price, quantity]) => [decimalOf(price, priceScale), decimalOf(quantity, quantityScale)]);
        const view = viewOf(rowsOf(asks), rowsOf(bids), priceScale, quantityScale);
        const { pair, seq, updatedAtMs } = view;
        const levels = { asks: view.asks.levels(), bids: view.bids.levels() };
        expect(writePrefixBook(view)).toBe(encodeDepthSnapshot({ pair, seq, updatedAtMs, ...levels }));
      }),
    ));
});
