import { describe, expect, it } from "vitest";
import { type CheckedBook, type CheckedSide, firstDifference, type PublishedBook } from "./compare.js";
import { ComparisonTally } from "./tally.js";

type Level = readonly [price: string, quantity: string];

function sideOf(levels: readonly Level[]): CheckedSide {
  const at = (index: number): Level => {
    const level = levels[index];
    if (level === undefined) {
      throw new RangeError(`no level ${index}`);
    }
    return level;
  };
  return { length: levels.length, price: (index) => at(index)[0], quantity: (index) => at(index)[1] };
}

function bookOf(seq: number, asks: readonly Level[], bids: readonly Level[]): CheckedBook {
  return { pair: "4BTC_USDT", seq, asks: sideOf(asks), bids: sideOf(bids) };
}

function truthOf(seq: number, asks: readonly Level[], bids: readonly Level[]): PublishedBook {
  const levels = (rows: readonly Level[]) => rows.map(([price, quantity]) => ({ price, quantity }));
  return { seq, asks: levels(asks), bids: levels(bids) };
}

const asks: readonly Level[] = [
  ["101", "0.5"],
  ["101.5", "2"],
];
const bids: readonly Level[] = [["100.25", "3"]];
const truth = truthOf(8, asks, bids);

describe("firstDifference", () => {
  it("finds none in the same book", () => {
    expect(firstDifference(bookOf(8, asks, bids), truth)).toBeUndefined();
  });

  it("compares values, not texts", () => {
    const written: readonly Level[] = [
      ["101.00", "0.50"],
      ["101.5", "2.000"],
    ];
    expect(firstDifference(bookOf(8, written, bids), truth)).toBeUndefined();
  });

  it.each([
    {
      title: "a quantity",
      book: bookOf(
        8,
        [
          ["101", "0.5"],
          ["101.5", "2.0001"],
        ],
        bids,
      ),
      says: "asks[1] is 2.0001 at 101.5, in the sandbox 2 at 101.5",
    },
    {
      title: "a price",
      book: bookOf(8, asks, [["100.26", "3"]]),
      says: "bids[0] is 3 at 100.26, in the sandbox 3 at 100.25",
    },
    { title: "a missing level", book: bookOf(8, asks.slice(0, 1), bids), says: "asks has 1 levels, the sandbox 2" },
    { title: "a level too many", book: bookOf(8, asks, [...bids, ...bids]), says: "bids has 2 levels, the sandbox 1" },
    { title: "an exchange of the sides", book: bookOf(8, bids, asks), says: "asks has 1 levels, the sandbox 2" },
    { title: "another seq", book: bookOf(9, asks, bids), says: "seq 9 was held against 8" },
  ])("tells $title", ({ book, says }) => {
    expect(firstDifference(book, truth)).toBe(says);
  });

  it("is exact beyond the digits of a number", () => {
    const precise = truthOf(1, [["0.1000000000000000055", "1"]], []);
    expect(firstDifference(bookOf(1, [["0.1", "1"]], []), precise)).toContain("0.1000000000000000055");
  });
});

describe("ComparisonTally", () => {
  it("counts views compared, divergent and missed, and keeps the first divergence", () => {
    const tally = new ComparisonTally();
    tally.add(bookOf(8, asks, bids), truth);
    tally.add(bookOf(8, asks, []), truth);
    tally.add(bookOf(8, [], bids), truth);
    tally.add(bookOf(8, asks, bids), undefined);
    expect(tally).toMatchObject({
      compared: 3,
      divergent: 2,
      missed: 1,
      firstDivergence: "4BTC_USDT at seq 8: bids has 0 levels, the sandbox 1",
    });
    expect(tally.comparedOf("4BTC_USDT")).toBe(3);
    expect(tally.comparedOf("4ETH_USDT")).toBe(0);
  });
});
