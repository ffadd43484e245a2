import { describe, expect, test } from "vitest";
import { type SinkContent, sinkOf } from "../spec-kit/depth-sink.spec-kit.js";
import { ColumnBook, type LevelRules } from "./column-book.js";

const rules: LevelRules = { maxLevels: 4, sameLevel: "resync" };

function bookOf(content: Omit<SinkContent, "kind">, changed: Partial<LevelRules> = {}): ColumnBook {
  const book = new ColumnBook({ ...rules, ...changed });
  book.load(sinkOf({ kind: "snapshot", ...content }), { priceScale: 0, quantityScale: 0 });
  return book;
}

/** `[price, quantity]`, best first. */
function levels(book: ColumnBook): { asks: [number, number][]; bids: [number, number][] } {
  const rows = ({ columns, length }: ColumnBook["asks"], sign: number): [number, number][] =>
    Array.from({ length }, (_, index): [number, number] => [
      sign * (columns.keys[length - 1 - index] as number),
      columns.quantities[length - 1 - index] as number,
    ]);
  return { asks: rows(book.asks, -1), bids: rows(book.bids, 1) };
}

function apply(book: ColumnBook, content: Omit<SinkContent, "kind">) {
  return book.apply(sinkOf({ kind: "update", ...content }));
}

describe("an update", () => {
  test("adds, replaces, deletes and modifies, asks and bids apart", () => {
    const book = bookOf({ asks: [[101, 5]], bids: [[99, 7]] });
    expect(
      apply(book, {
        asks: [
          [102, 1],
          [101, 6],
        ],
        deleteBids: [99],
        bids: [[98, 2]],
        modifyAsks: [[102, 9]],
      }),
    ).toBe("applied");
    expect(levels(book)).toEqual({
      asks: [
        [101, 6],
        [102, 9],
      ],
      bids: [[98, 2]],
    });
  });

  test("quantity 0 removes a level, in add as in mod", () => {
    const book = bookOf({
      asks: [
        [101, 5],
        [102, 5],
      ],
    });
    apply(book, { asks: [[101, 0]], modifyAsks: [[102, 0]] });
    expect(levels(book).asks).toEqual([]);
  });

  test("the last of two rows of one price wins, and is counted", () => {
    const book = bookOf({ asks: [[101, 5]] });
    apply(book, {
      asks: [
        [102, 1],
        [103, 1],
        [102, 8],
      ],
    });
    expect(levels(book).asks).toEqual([
      [101, 5],
      [102, 8],
      [103, 1],
    ]);
    expect(book.repeatedLevels).toBe(1);
  });

  test("a repeated delete is no unknown price", () => {
    const book = bookOf({ asks: [[101, 5]] });
    apply(book, { deleteAsks: [101, 101] });
    expect([book.repeatedLevels, book.unknownLevels]).toEqual([1, 0]);
  });

  test("del and mod of an unknown price are counted; mod sets its quantity all the same", () => {
    const book = bookOf({ asks: [[101, 5]], bids: [] });
    apply(book, { deleteBids: [42], modifyAsks: [[105, 3]] });
    expect(book.unknownLevels).toBe(2);
    expect(levels(book).asks).toEqual([
      [101, 5],
      [105, 3],
    ]);
  });
});

describe("a price in add and del of one side", () => {
  const message = { asks: [[101, 9]] as const, deleteAsks: [101] };

  test("is refused by default, and nothing changes", () => {
    const book = bookOf({ asks: [[101, 5]] });
    expect(apply(book, { ...message, bids: [[90, 1]] })).toBe("ambiguous-level");
    expect(levels(book)).toEqual({ asks: [[101, 5]], bids: [] });
  });

  test("is no matter across sides", () => {
    const book = bookOf({ asks: [[101, 5]], bids: [[99, 1]] });
    expect(apply(book, { asks: [[99.5, 9]], deleteBids: [99] })).toBe("applied");
  });

  test("is read in the order that was configured", () => {
    const adds = bookOf({ asks: [[101, 5]] }, { sameLevel: "del-then-add" });
    apply(adds, message);
    expect(levels(adds).asks).toEqual([[101, 9]]);
    const deletes = bookOf({ asks: [[101, 5]] }, { sameLevel: "add-then-del" });
    apply(deletes, message);
    expect(levels(deletes).asks).toEqual([]);
  });
});

describe("the bound on levels", () => {
  const full = {
    asks: [
      [101, 1],
      [102, 1],
      [103, 1],
      [104, 1],
    ] as const,
  };

  test("refuses a larger snapshot and a larger result, and nothing changes", () => {
    const book = bookOf(full);
    expect(apply(book, { asks: [[105, 1]] })).toBe("overflow");
    expect(levels(book).asks).toHaveLength(4);
    const snapshot = sinkOf({ kind: "snapshot", bids: [...full.asks, [105, 1]] });
    expect(book.load(snapshot, { priceScale: 0, quantityScale: 0 })).toBe("overflow");
    expect(levels(book).asks).toHaveLength(4);
  });

  test("counts what is left after the whole message", () => {
    const book = bookOf(full);
    expect(apply(book, { asks: [[105, 1]], deleteAsks: [101] })).toBe("applied");
    expect(apply(book, { asks: [[102, 7]] })).toBe("applied");
    expect(levels(book).asks.map(([price]) => price)).toEqual([102, 103, 104, 105]);
  });

  test("refuses the whole message when one side alone is too large", () => {
    const book = bookOf({ ...full, bids: [[99, 1]] });
    expect(apply(book, { asks: [[105, 1]], deleteBids: [99] })).toBe("overflow");
    expect(levels(book).bids).toEqual([[99, 1]]);
  });
});

test("is crossed when the best bid is not below the best ask", () => {
  expect(bookOf({ asks: [[101, 1]], bids: [[100, 1]] }).crossed).toBe(false);
  expect(bookOf({ asks: [[101, 1]], bids: [[101, 1]] }).crossed).toBe(true);
  expect(bookOf({ asks: [[101, 1]], bids: [[102, 1]] }).crossed).toBe(true);
  expect(bookOf({ asks: [[101, 1]] }).crossed).toBe(false);
  expect(bookOf({ bids: [[101, 1]] }).crossed).toBe(false);
});

describe("rescaling", () => {
  test("keeps every value", () => {
    const book = bookOf({ asks: [[101, 5]], bids: [[99, 7]] });
    expect(book.rescale({ priceScale: 2, quantityScale: 1 })).toBe(true);
    expect(levels(book)).toEqual({ asks: [[10_100, 50]], bids: [[9_900, 70]] });
    expect([book.priceScale, book.quantityScale]).toEqual([2, 1]);
  });

  test("is refused where a value would not be exact any more, and nothing changes", () => {
    const book = bookOf({ asks: [[2 ** 53 - 1, 5]], bids: [[99, 7]] });
    expect(book.rescale({ priceScale: 1, quantityScale: 0 })).toBe(false);
    expect([book.priceScale, levels(book).bids]).toEqual([0, [[99, 7]]]);
    const many = bookOf({ asks: [[1, 2 ** 52]], bids: [[99, 7]] });
    expect(many.rescale({ priceScale: 0, quantityScale: 1 })).toBe(false);
  });

  test("allows the largest exact integer", () => {
    const book = bookOf({ asks: [[900_719_925_474_099, 5]] });
    expect(book.rescale({ priceScale: 1, quantityScale: 0 })).toBe(true);
    expect(levels(book).asks).toEqual([[9_007_199_254_740_990, 5]]);
  });
});
