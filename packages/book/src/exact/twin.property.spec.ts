import * as fc from "fast-check";
import { expect, it } from "vitest";
import { ColumnBook } from "../book/column-book.js";
import { type SinkContent, sinkOf } from "../spec-kit/depth-sink.spec-kit.js";
import type { ExactBook } from "./book.js";
import { exactForm } from "./form.js";

// Few prices, so that rows meet within a message; sides that touch, so that books cross.
const price = fc.integer({ min: 1, max: 7 });
const rows = fc.array(fc.tuple(price, fc.nat({ max: 3 })), { maxLength: 4 });
const deletes = fc.array(price, { maxLength: 2 });
const sides = { asks: rows, bids: rows };
const snapshot = fc.record({ kind: fc.constant("snapshot" as const), ...sides });
const update = fc.record({
  kind: fc.constant("update" as const),
  ...sides,
  deleteAsks: deletes,
  deleteBids: deletes,
  modifyAsks: rows,
  modifyBids: rows,
});
const messages: fc.Arbitrary<SinkContent[]> = fc.array(
  fc.oneof({ weight: 1, arbitrary: snapshot }, { weight: 4, arbitrary: update }),
  { minLength: 1, maxLength: 12, size: "max" },
);
const sameLevel = fc.constantFrom("resync" as const, "add-then-del" as const, "del-then-add" as const);
const scale = fc.record({ priceScale: fc.nat({ max: 3 }), quantityScale: fc.nat({ max: 3 }) });

const seen: Record<string, number> = {};

/** Levels as the books keep them, best last, and what they say of the latest message. */
function shown({ asks, bids, crossed, unknownLevels, repeatedLevels }: ColumnBook | ExactBook) {
  const levels = [asks, bids].map((side) => {
    const { keys, quantities } = "columns" in side ? side.columns : side;
    return Array.from({ length: side.length }, (_, row) => [Number(keys[row]), Number(quantities[row])]);
  });
  return { levels, crossed, unknownLevels, repeatedLevels };
}

it("a book in bigints does with every message what one in columns does", () => {
  fc.assert(
    fc.property(messages, sameLevel, fc.integer({ min: 2, max: 5 }), scale, (list, order, maxLevels, finer) => {
      const rules = { maxLevels, sameLevel: order };
      const columns = new ColumnBook(rules);
      let exact = exactForm.create(rules);
      for (const content of list) {
        const sink = sinkOf(content);
        const depth = exactForm.depthOf(sink, { priceScale: 0, quantityScale: 0 });
        const former = exact.copy();
        const outcome = content.kind === "snapshot" ? exact.load(depth) : exact.apply(depth);
        const theirs = content.kind === "snapshot" ? columns.load(sink, { ...depth }) : columns.apply(sink);
        expect(outcome).toBe(theirs);
        expect(shown(exact)).toEqual(shown(columns));
        expect(exact.equals(former)).toBe(JSON.stringify(shown(former).levels) === JSON.stringify(shown(exact).levels));
        seen[outcome] = (seen[outcome] ?? 0) + 1;
        seen["crossed"] = (seen["crossed"] ?? 0) + Number(exact.crossed);
        seen["unknown"] = (seen["unknown"] ?? 0) + exact.unknownLevels;
      }
      // The same book at other scales, and one that is taken over from columns.
      const scaled = exact.copy();
      scaled.refineFor(finer);
      expect([scaled.equals(exact), exact.equals(scaled)]).toEqual([true, true]);
      expect(exact.mustRefine(finer)).toBe(finer.priceScale + finer.quantityScale > 0);
      expect(scaled.mustRefine(finer)).toBe(false);
      const wider = columns.copy();
      expect([wider.equals(columns), wider.rescale(finer)]).toEqual([true, true]);
      expect(wider.equals(columns)).toBe(!exact.mustRefine(finer));
      expect(shown(wider).levels).toEqual(shown(scaled).levels);
      exact = exactForm.create(rules);
      exact.take(wider);
      expect(exact).toMatchObject(finer);
      expect(exact.equals(scaled)).toBe(true);
    }),
    { numRuns: 400 },
  );
  for (const what of ["applied", "overflow", "ambiguous-level", "crossed", "unknown"]) {
    expect(seen[what], what).toBeGreaterThan(100);
  }
});

it("one level more, or of another quantity, makes two books differ, whatever their scales", () => {
  const rules = { maxLevels: 9, sameLevel: "resync" } as const;
  const bookOf = (asks: readonly (readonly [number, number])[], quantityScale: number) => {
    const book = exactForm.create(rules);
    book.load(exactForm.depthOf(sinkOf({ kind: "snapshot", asks }), { priceScale: 0, quantityScale }));
    return book;
  };
  const book = bookOf([[5, 10]], 1);
  expect(book.equals(bookOf([[5, 1]], 0))).toBe(true);
  for (const other of [bookOf([[5, 10]], 0), bookOf([[6, 1]], 0), bookOf([], 0)]) {
    expect([book.equals(other), other.equals(book)]).toEqual([false, false]);
  }
  expect(book.asks.quantityAt(-5n)).toBe(10n);
  expect([book.asks.quantityAt(-4n), book.asks.quantityAt(5n)]).toEqual([0n, 0n]);
});
