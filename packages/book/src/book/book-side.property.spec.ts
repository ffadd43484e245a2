import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { OwnRecord } from "./book-record.js";
import { BookSide } from "./book-side.js";

const emptySide = (): BookSide => new BookSide(new OwnRecord(), "bids");

type Change = readonly ["set" | "remove", key: number, quantity: number];

const change: fc.Arbitrary<Change> = fc.tuple(
  fc.constantFrom("set" as const, "set" as const, "remove" as const),
  // Few keys, so that changes meet; enough of them that searches leave the linear part and moves leave the loop.
  fc.integer({ min: -300, max: 300 }),
  fc.integer({ min: 1, max: 1_000 }),
);

function rowsOf(side: BookSide): [number, number][] {
  const { keys, quantities } = side.columns;
  return Array.from({ length: side.length }, (_, row) => [keys[row] as number, quantities[row] as number]);
}

function sortedRows(model: ReadonlyMap<number, number>): [number, number][] {
  return [...model].sort(([left], [right]) => left - right);
}

describe("a book side", () => {
  test("is a sorted map of its changes", () => {
    fc.assert(
      fc.property(fc.array(change, { maxLength: 900, size: "max" }), (changes) => {
        const side = emptySide();
        const model = new Map<number, number>();
        for (const [kind, key, quantity] of changes) {
          if (kind === "set") {
            expect(side.set(key, quantity)).toBe(!model.has(key));
            model.set(key, quantity);
          } else {
            expect(side.remove(key)).toBe(model.delete(key));
          }
        }
        expect(rowsOf(side)).toEqual(sortedRows(model));
        expect(side.bestKey).toBe(sortedRows(model).at(-1)?.[0] ?? Number.NaN);
      }),
      { numRuns: 60 },
    );
  });

  test("finds exactly the keys that it has", () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer({ min: 0, max: 400 }), { maxLength: 200 }), (keys) => {
        const side = emptySide();
        for (const key of keys) {
          side.set(key, key + 1);
        }
        for (let key = 0; key <= 400; key++) {
          const row = side.find(key);
          expect(row >= 0).toBe(keys.includes(key));
          expect(row < 0 || side.columns.quantities[row] === key + 1).toBe(true);
        }
      }),
      { numRuns: 30 },
    );
  });

  test("a wire list, in whatever order, replaces all levels: the last row of a price wins, 0 removes", () => {
    const row = fc.tuple(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 0, max: 3 }));
    const lists = fc.array(row, { maxLength: 50 }).chain((rows) => {
      const bestFirst = rows.toSorted(([left], [right]) => left - right);
      return fc.constantFrom(rows, bestFirst, bestFirst.toReversed());
    });
    fc.assert(
      fc.property(lists, fc.constantFrom(1 as const, -1 as const), (rows, sign) => {
        const prices = Float64Array.from([0, ...rows.map(([price]) => price)]);
        const quantities = Float64Array.from([0, ...rows.map(([, quantity]) => quantity)]);
        const side = emptySide();
        side.set(12_345, 1);
        const model = new Map<number, number>();
        for (const [price, quantity] of rows) {
          model.delete(sign * price);
          if (quantity !== 0) {
            model.set(sign * price, quantity);
          }
        }
        side.replace(prices, quantities, 1, rows.length, sign);
        expect(rowsOf(side)).toEqual(sortedRows(model));
      }),
    );
  });

  test("counts the rows of a list whose price the list had named before", () => {
    const side = emptySide();
    const replace = (...prices: number[]) =>
      side.replace(Float64Array.from(prices), new Float64Array(prices.length).fill(1), 0, prices.length, 1);
    expect(replace(5, 4, 3)).toBe(0);
    expect(replace(3, 4, 5)).toBe(0);
    expect(replace(5, 4, 4, 5)).toBe(2);
  });

  test("copies, compares and scales", () => {
    const side = emptySide();
    for (const key of [3, 1, 2]) {
      side.set(key, key * 10);
    }
    const copy = emptySide();
    copy.copyFrom(side);
    expect(copy.equals(side)).toBe(true);
    copy.scale(10, 100);
    expect(rowsOf(copy)).toEqual([
      [10, 1_000],
      [20, 2_000],
      [30, 3_000],
    ]);
    expect(copy.equals(side)).toBe(false);
    copy.copyFrom(side);
    copy.remove(3);
    expect([copy.equals(side), side.equals(copy)]).toEqual([false, false]);
    copy.set(3, 31);
    expect(copy.equals(side)).toBe(false);
    copy.scale(10, 100);
    expect(copy.maxima()).toEqual({ key: 30, quantity: 3_100 });
  });

  test("has room for twice as many levels when it is full, and as many on the other side", () => {
    const record = new OwnRecord();
    const [asks, bids] = [new BookSide(record, "asks"), new BookSide(record, "bids")];
    const capacities = new Set<number>();
    for (let key = 0; key < 5; key++) {
      asks.set(key, 1);
      capacities.add(asks.columns.keys.length);
    }
    bids.set(9, 2);
    expect([...capacities]).toEqual([1, 2, 4, 8]);
    expect([rowsOf(bids), rowsOf(asks).length, bids.columns.keys.length]).toEqual([[[9, 2]], 5, 8]);
  });
});
