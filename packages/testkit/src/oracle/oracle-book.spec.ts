import { describe, expect, test } from "vitest";
import { depthSnapshotSample, depthUpdateSample } from "../samples/field-note-samples.js";
import { OracleBook } from "./oracle-book.js";
import { bookWithSnapshot, message, pair } from "./snapshot-book.spec-kit.js";

describe("OracleBook", () => {
  test("sorts a snapshot, best first", () => {
    const book = new OracleBook(pair);
    expect(book.apply(depthSnapshotSample)).toBe("snapshot");
    expect(book.asks()).toEqual([
      { price: "47741.6", quantity: "7.904" },
      { price: "47741.8", quantity: "0.604" },
    ]);
    expect(book.bids()).toEqual([
      { price: "47741.3", quantity: "1.667" },
      { price: "47726.8", quantity: "0.534" },
    ]);
  });

  test("the samples' step of 4 is a gap under contiguous and an update under monotonic", () => {
    const contiguous = new OracleBook(pair);
    contiguous.apply(depthSnapshotSample);
    expect(contiguous.apply(depthUpdateSample)).toBe("gap");
    expect(contiguous.usable).toBe(false);

    const monotonic = new OracleBook(pair, { sequencePolicy: "monotonic" });
    monotonic.apply(depthSnapshotSample);
    expect(monotonic.apply(depthUpdateSample)).toBe("update");
    expect(monotonic.bids().map(({ price }) => price)).toEqual(["47741.5", "47726.8"]);
    expect(monotonic.seq).toBe(188240);
  });

  test("price identity is by value", () => {
    const book = bookWithSnapshot();
    book.apply(message(1, { ut: 1001, seq: 6, add: { asks: [["3.50", "101.10"]] } }));
    expect(book.asks()).toEqual([{ price: "101.1", quantity: "3.5" }]);
  });

  test("quantity 0 removes, mod comes after del", () => {
    const book = bookWithSnapshot();
    const lists = { add: { asks: [["0.0", "101.1"]] }, del: { bids: [["9", "100"]] }, mod: { bids: [["4", "100"]] } };
    expect(book.apply(message(1, { ut: 1001, seq: 6, ...lists }))).toBe("update");
    expect(book.asks()).toEqual([]);
    expect(book.bids()).toEqual([{ price: "100", quantity: "4" }]);
  });

  test.each([
    ["resync", "ambiguous", undefined],
    ["add-then-del", "update", []],
    ["del-then-add", "update", [{ price: "101.1", quantity: "7" }]],
  ] as const)("a price in add and del under %s", (sameLevel, outcome, asks) => {
    const book = bookWithSnapshot({ sameLevel });
    const lists = { add: { asks: [["7", "101.10"]] }, del: { asks: [["1", "101.1"]] } };
    expect(book.apply(message(1, { ut: 1001, seq: 6, ...lists }))).toBe(outcome);
    if (asks !== undefined) {
      expect(book.asks()).toEqual(asks);
    }
  });

  test.each([
    ["both kinds", 0, { ut: 1, seq: 6, asks: [], add: null, del: { asks: [] } }],
    ["neither kind with t 0", 0, { ut: 1, seq: 6 }],
    ["a negative quantity", 1, { ut: 1, seq: 6, add: { asks: [["-1", "102"]] } }],
    ["a malformed price", 1, { ut: 1, seq: 6, add: { asks: [["1", "1e2"]] } }],
    ["a row of three", 1, { ut: 1, seq: 6, add: { asks: [["1", "102", "x"]] } }],
    ["another pair", 1, { ut: 1, seq: 6, pair: "4ETH_USDT" }],
  ] as const)("%s is rejected and changes nothing", (_, t, data) => {
    const book = bookWithSnapshot();
    expect(book.apply(message(t, data))).toBe("rejected");
    expect([book.usable, book.seq, book.asks().length, book.bids().length]).toEqual([true, 5, 1, 1]);
  });

  test("an empty update moves seq", () => {
    const book = bookWithSnapshot();
    expect(book.apply(message(1, { ut: 1001, seq: 6 }))).toBe("update");
    expect(book.seq).toBe(6);
  });

  test("an old update is a duplicate, with a newer time the counter restarted", () => {
    expect(bookWithSnapshot().apply(message(1, { ut: 1000, seq: 5 }))).toBe("duplicate");
    expect(bookWithSnapshot().apply(message(1, { ut: 1001, seq: 5 }))).toBe("gap");
  });

  test("old snapshots are dropped, a restarted counter is taken over", () => {
    const levels = { asks: [["1", "101.1"]], bids: [["2", "100"]] };
    const book = bookWithSnapshot();
    expect(book.apply(message(0, { ut: 999, seq: 4, ...levels }))).toBe("stale-snapshot");
    expect(book.apply(message(0, { ut: 1000, seq: 5, ...levels }))).toBe("stale-snapshot");
    expect(book.apply(message(0, { ut: 999, seq: 6, ...levels }))).toBe("stale-snapshot");
    expect(book.apply(message(0, { ut: 1002, seq: 1, ...levels }))).toBe("snapshot");
    expect(book.seq).toBe(1);
    expect(book.apply(message(0, { ut: 1002, seq: 1, asks: null, bids: null }))).toBe("gap");
  });

  test("an update needs a snapshot of its own subscription", () => {
    const book = bookWithSnapshot();
    book.resubscribe();
    expect(book.apply(message(1, { ut: 1001, seq: 6 }))).toBe("awaiting-snapshot");
    expect(book.apply(message(0, { ut: 900, seq: 2, asks: null }))).toBe("snapshot");
    expect(book.apply(message(1, { ut: 901, seq: 3 }))).toBe("update");
  });

  test("tells a crossed book", () => {
    const book = bookWithSnapshot();
    expect(book.crossed).toBe(false);
    book.apply(message(1, { ut: 1001, seq: 6, add: { bids: [["1", "101.10"]] } }));
    expect(book.crossed).toBe(true);
  });
});
