import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { plainText } from "../screen/layout.js";
import type { BookFacts } from "./book-facts.js";
import { bookScreen } from "./book-screen.js";
import { sparkLine } from "./spark-line.js";

const levelText = fc.record({
  price: fc.integer({ min: 1, max: 10_000_000 }).map((scaled) => (scaled / 10).toFixed(1)),
  quantity: fc.integer({ min: 1, max: 1_000_000 }).map(String),
  total: fc.integer({ min: 1, max: 10_000_000 }).map(String),
  share: fc.double({ min: 0, max: 1, noNaN: true }),
});
const live: fc.Arbitrary<BookFacts> = fc.record({
  pair: fc.constantFrom("4BTC_USDT", "5BTC_USD", "BTC_USDT", "41000SHIBA_USDT"),
  status: fc.constant("live"),
  reason: fc.constant(undefined),
  bids: fc.array(levelText, { maxLength: 80 }),
  asks: fc.array(levelText, { maxLength: 80 }),
  spread: fc.option(fc.constant("1.5"), { nil: undefined }),
  mid: fc.option(fc.constant("100.25"), { nil: undefined }),
  imbalance: fc.option(fc.constant("+12 %"), { nil: undefined }),
  seq: fc.option(fc.nat(), { nil: undefined }),
  lagMs: fc.option(fc.nat(), { nil: undefined }),
  perSecond: fc.option(fc.double({ min: 0, max: 1e4, noNaN: true }), { nil: undefined }),
  mids: fc.array(fc.double({ min: 1, max: 1e6, noNaN: true }), { maxLength: 300 }),
});
const stale = live.map((facts) => ({
  ...facts,
  status: "stale" as const,
  reason: "the connection ended; the next one is scheduled",
}));
const size = fc.record({ columns: fc.integer({ min: 1, max: 260 }), rows: fc.integer({ min: 1, max: 90 }) });

describe("a screen of books", () => {
  it("is never larger than the terminal, and names a status that is not live whenever there is room for a word", () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(live, stale), { minLength: 1, maxLength: 25 }),
        size,
        (books, { columns, rows }) => {
          const lines = bookScreen(books, { columns, rows }).map(plainText);
          expect(lines.length).toBeLessThanOrEqual(rows);
          expect(Math.max(0, ...lines.map(({ length }) => length))).toBeLessThanOrEqual(columns);
          if (books.some(({ status }) => status === "stale") && columns >= 24 && rows >= 3) {
            expect(lines.join("\n")).toContain("stale");
          }
        },
      ),
      { numRuns: 200 },
    );
  });

  it("of one live book shows a price on any terminal of 20 by 5 and more", () => {
    fc.assert(
      fc.property(live, size, (facts, { columns, rows }) => {
        fc.pre(columns >= 20 && rows >= 5 && facts.bids.length > 0);
        const text = bookScreen([facts], { columns, rows }).map(plainText).join("\n");
        expect(text).toContain(facts.bids[0]?.price);
      }),
      { numRuns: 200 },
    );
  });
});

describe("a spark line", () => {
  it("has the lowest value at the bottom and the highest at the top, and the latest that fit", () => {
    expect(sparkLine([9, 1, 2, 3, 4, 5, 6, 7, 8], 8)).toBe("▁▂▃▄▅▆▇█");
    expect(sparkLine([5, 5, 5], 8)).toBe("▄▄▄");
    expect([sparkLine([], 8), sparkLine([1], 0)]).toEqual(["", ""]);
  });
});
