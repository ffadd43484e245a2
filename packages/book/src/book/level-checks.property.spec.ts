import * as fc from "fast-check";
import { expect, test } from "vitest";
import { countRepeats, sharePrice } from "./level-checks.js";

const small = fc.array(fc.integer({ min: 0, max: 15 }), { maxLength: 12 });
/** Long enough that copies are sorted instead of comparing each with each. */
const large = fc.array(fc.integer({ min: 0, max: 4_000 }), { minLength: 40, maxLength: 120 });
const prices = fc.oneof(small, large);

test("repeats are the rows beyond the first of each price", () => {
  fc.assert(
    fc.property(prices, fc.boolean(), (list, sorted) => {
      const rows = sorted ? list.toSorted((left, right) => right - left) : list;
      const columns = Float64Array.from([-1, ...rows]);
      expect(countRepeats(columns, 1, rows.length)).toBe(rows.length - new Set(rows).size);
    }),
  );
});

test("two lists share a price exactly when their sets meet", () => {
  fc.assert(
    fc.property(prices, prices, (first, second) => {
      const columns = Float64Array.from([...first, ...second]);
      const meet = first.some((price) => second.includes(price));
      expect(sharePrice(columns, 0, first.length, first.length, second.length)).toBe(meet);
    }),
  );
});
