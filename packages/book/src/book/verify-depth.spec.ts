import { beforeEach, describe, expect, test } from "vitest";
import { exactForm } from "../exact/form.js";
import { type SinkContent, sinkOf } from "../spec-kit/depth-sink.spec-kit.js";
import { noBookCounters } from "./book-counters.js";
import { BookHistory } from "./book-history.js";
import { DepthBook } from "./depth-book.js";
import { type DepthEvidence, resyncCauseOf, verifyDepth } from "./verify-depth.js";

type Rows = readonly (readonly [price: string, quantity: string])[];

let book: DepthBook;

const take = (content: SinkContent, priceScale = 0) =>
  book.apply(sinkOf(content), { priceScale, quantityScale: 0 }, 5_000, 0);
const update = (seq: number, ut: number, quantity: number): SinkContent => ({
  kind: "update",
  seq,
  ut,
  asks: [[102, quantity]],
});

function answer(updatedAtMs: number, asks: Rows, bids: Rows, changed: Partial<DepthEvidence> = {}) {
  const read = (rows: Rows) => rows.map(([price, quantity]) => ({ price, quantity }));
  return verifyDepth(book, { updatedAtMs, asks: read(asks), bids: read(bids), size: 200, pushes: "came", ...changed });
}

/** The venue's answer about the state in which 102 has this quantity. */
const state = (updatedAtMs: number, quantity: number, pushes: DepthEvidence["pushes"] = "came") =>
  answer(
    updatedAtMs,
    [
      ["101", "1"],
      ["102", String(quantity)],
    ],
    [["99", "1"]],
    { pushes },
  );
const because = (cause: string) => ({ kind: "inconclusive", cause });

beforeEach(() => {
  book = new DepthBook({ sequencePolicy: "contiguous", sameLevel: "resync", maxLevels: 10 }, noBookCounters(), 0, {
    exact: exactForm,
    history: new BookHistory(),
  });
  book.subscribed("new-connection");
});

/** Oldest state at 1,000; two of one time at 1,020; the present one at 1,040. */
function goLive(): void {
  book.remember();
  take({ kind: "snapshot", seq: 100, ut: 1_000, asks: [[101, 1]], bids: [[99, 1]] });
  take(update(101, 1_010, 1));
  take(update(102, 1_020, 2));
  take(update(103, 1_020, 3));
  take(update(104, 1_040, 4));
}

describe("an answer of a time that the book knows", () => {
  beforeEach(goLive);

  test("is equal to the state of its time, the present one or one before", () => {
    expect(state(1_040, 4)).toEqual({ kind: "equal", seq: 104, updatedAtMs: 1_040, levels: 3 });
    expect(state(1_010, 1)).toEqual({ kind: "equal", seq: 101, updatedAtMs: 1_010, levels: 3 });
    expect(answer(1_000, [["101", "1"]], [["99", "1"]])).toMatchObject({ kind: "equal", seq: 100, levels: 2 });
  });

  test("is equal whichever of the states of its time it shows", () => {
    expect(state(1_020, 3)).toMatchObject({ kind: "equal", seq: 103 });
    expect(state(1_020, 2)).toMatchObject({ kind: "equal", seq: 102 });
  });

  test("is equal to the newest of the states that it shows", () => {
    take({ kind: "update", seq: 105, ut: 1_040 });
    expect(state(1_040, 4)).toMatchObject({ kind: "equal", seq: 105 });
  });

  test("is different from the newest state of its time when it shows none of them", () => {
    const differences = [{ side: "asks", price: "102", ours: "3", theirs: "9" }];
    expect(state(1_020, 9)).toEqual({ kind: "different", seq: 103, updatedAtMs: 1_020, differences });
    expect(state(1_020, 9, "may-come").kind).toBe("different");
  });

  test("is different from the present state once the pushes of its time came, and newer before", () => {
    expect(state(1_040, 9)).toMatchObject({ kind: "different", seq: 104 });
    expect(state(1_040, 9, "may-come")).toEqual(because("newer"));
    expect(state(1_040, 4, "may-come").kind).toBe("equal");
  });

  test("may be of before the oldest state when it differs from it", () => {
    expect(answer(1_000, [["101", "2"]], [["99", "1"]])).toEqual(because("older"));
  });

  test("names every price at which they differ: the book's own first, best first, then what it lacks", () => {
    const theirs: Rows = [
      ["100.50", "7"],
      ["102.0", "4.00"],
    ];
    expect(answer(1_040, theirs, [["99", "2"]])).toMatchObject({
      differences: [
        { side: "asks", price: "101", ours: "1", theirs: undefined },
        { side: "asks", price: "100.5", ours: undefined, theirs: "7" },
        { side: "bids", price: "99", ours: "1", theirs: "2" },
      ],
    });
  });
});

describe("an answer of another time", () => {
  beforeEach(goLive);

  test("says nothing when it is older than all states, or between two", () => {
    expect(state(999, 4)).toEqual(because("older"));
    expect(state(1_030, 4)).toEqual(because("no-such-state"));
  });

  test("says nothing when it is newer and shows the same levels, or pushes may still come", () => {
    expect(state(1_050, 4)).toEqual(because("newer"));
    expect(state(1_050, 9, "may-come")).toEqual(because("newer"));
  });

  test("shows that the book is behind when no push led to its other levels", () => {
    expect(state(1_050, 9)).toEqual(because("behind"));
    const otherBid: Rows = [["99", "2"]];
    expect(
      answer(
        1_050,
        [
          ["101", "1"],
          ["102", "4"],
        ],
        otherBid,
      ),
    ).toEqual(because("behind"));
  });
});

describe("an answer of fewer levels than the book has", () => {
  const asks = [101, 102, 103].map((price) => [price, 1] as const);
  const bids = [99, 98, 97].map((price) => [price, 1] as const);
  const best: Rows = [
    ["101", "1"],
    ["102", "1"],
  ];
  const bestBids: Rows = [
    ["99", "1"],
    ["98", "1"],
  ];

  beforeEach(() => {
    book.remember();
    take({ kind: "snapshot", seq: 100, ut: 1_000, asks, bids });
    take({ kind: "update", seq: 101, ut: 1_010 });
  });

  test("speaks of no price beyond its worst when it is as long as was asked for", () => {
    expect(answer(1_010, best, bestBids, { size: 2 })).toMatchObject({ kind: "equal", levels: 4 });
    expect(answer(1_010, best.toReversed(), bestBids.toReversed(), { size: 2 })).toMatchObject({ kind: "equal" });
  });

  test("speaks of its worst price too", () => {
    const other = (rows: Rows): Rows => [...rows.slice(0, -1), [rows.at(-1)?.[0] ?? "", "8"]];
    const verdict = answer(1_010, other(best), other(bestBids), { size: 2 });
    expect(verdict).toMatchObject({ differences: [{ price: "102" }, { price: "98" }] });
  });

  test("says that there are no others when it is shorter", () => {
    expect(answer(1_010, best, bestBids, { size: 3 })).toMatchObject({
      differences: [
        { price: "103", ours: "1", theirs: undefined },
        { price: "97", ours: "1", theirs: undefined },
      ],
    });
  });

  test.each([
    ["more levels than were asked for", best, 1],
    ["a price twice, however written", [...best, ["101.0", "1"]], 200],
    ["a number that cannot be read", [["101", "x"]], 200],
    ["a price that cannot be read", [["1e2", "1"]], 200],
  ] as [string, Rows, number][])("cannot be used with %s", (_, rows, size) => {
    expect(answer(1_010, rows, [], { size })).toEqual(because("unusable-answer"));
    expect(answer(1_010, [], rows, { size })).toEqual(because("unusable-answer"));
  });

  test("does not hide a defect of whoever read it", () => {
    const broken = {
      get price(): string {
        throw new RangeError("no such row");
      },
      quantity: "1",
    };
    expect(() => answer(1_010, [], [], { asks: [broken] })).toThrow("no such row");
  });
});

test("a book that is not live is not compared, be the answer usable or not", () => {
  expect(answer(1_000, [], [])).toEqual(because("not-live"));
  goLive();
  book.lose("gap");
  expect(state(1_040, 4)).toEqual(because("not-live"));
  expect(answer(1_040, [["x", "1"]], [])).toEqual(because("not-live"));
});

test("two empty books have nothing to compare", () => {
  book.remember();
  take({ kind: "snapshot", seq: 100, ut: 1_000 });
  expect(answer(1_000, [], [])).toEqual(because("nothing-to-compare"));
});

test("a book whose numbers pass 2^53 is compared digit by digit, the states before too", () => {
  goLive();
  take({ kind: "update", seq: 105, ut: 1_050, asks: [[2 ** 52, 1]] });
  take({ kind: "update", seq: 106, ut: 1_060, asks: [[10_150, 25]] }, 2);
  take({ kind: "update", seq: 107, ut: 1_070, deleteAsks: [10_150] }, 2);
  const asks: Rows = [
    ["101", "1"],
    ["102", "4"],
    ["4503599627370496", "1"],
  ];
  expect(book.isExact).toBe(true);
  expect(answer(1_070, asks, [["99", "1"]])).toMatchObject({ kind: "equal", seq: 107, levels: 4 });
  expect(answer(1_060, [["101.5", "25"], ...asks], [["99", "1"]])).toMatchObject({ kind: "equal", seq: 106 });
  const price = "4503599627370496.01";
  const wrong: Rows = [...asks.slice(0, 2), [price, "1"]];
  expect(answer(1_070, wrong, [["99", "1"]])).toMatchObject({ differences: [{ ours: "1" }, { price }] });
  expect(answer(1_080, wrong, [["99", "1"]])).toEqual(because("behind"));
  expect(answer(1_080, asks, [["99", "1"]])).toEqual(because("newer"));
});

test("a book is asked for anew when it is contradicted or behind, and for nothing else", () => {
  goLive();
  expect([state(1_040, 9), state(1_050, 9)].map(resyncCauseOf)).toEqual(["contradicted", "behind"]);
  expect([state(1_040, 4), state(1_050, 4), state(999, 9)].map(resyncCauseOf)).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});
