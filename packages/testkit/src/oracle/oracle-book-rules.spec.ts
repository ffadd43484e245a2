import { describe, expect, test } from "vitest";
import { OracleBook } from "./oracle-book.js";
import { bookWithSnapshot, message, pair } from "./snapshot-book.spec-kit.js";

describe("OracleBook, of what the rules leave no doubt about", () => {
  /** Everything that a book says of itself. */
  const stateOf = (book: OracleBook) => ({
    seq: book.seq,
    usable: book.usable,
    asks: book.asks().map(({ price, quantity }) => `${quantity} at ${price}`),
    bids: book.bids().map(({ price, quantity }) => `${quantity} at ${price}`),
  });
  const levels = { asks: [["1", "101.1"]], bids: [["2", "100"]] };
  const before = { seq: 5, usable: true, asks: ["1 at 101.1"], bids: ["2 at 100"] };

  test("has nothing before its first message, and is not crossed", () => {
    const book = new OracleBook(pair);
    expect(stateOf(book)).toEqual({ seq: undefined, usable: false, asks: [], bids: [] });
    expect(book.crossed).toBe(false);
    expect(book.apply(message(1, { ut: 1, seq: 1, add: levels }))).toBe("awaiting-snapshot");
    expect(stateOf(book)).toEqual({ seq: undefined, usable: false, asks: [], bids: [] });
  });

  test("is crossed by a bid at the best ask, not by one side alone, whatever stands behind the best", () => {
    const crossedBy = (asks: readonly string[], bids: readonly string[]): boolean => {
      const book = new OracleBook(pair);
      const rows = (prices: readonly string[]) => prices.map((price) => ["1", price]);
      book.apply(message(0, { ut: 1, seq: 1, asks: rows(asks), bids: rows(bids) }));
      return book.crossed;
    };
    expect(crossedBy(["101"], ["101.0"])).toBe(true);
    expect(crossedBy(["101", "9"], ["10"])).toBe(true);
    expect(crossedBy(["101"], ["100.9", "9"])).toBe(false);
    expect(crossedBy([], ["101"])).toBe(false);
    expect(crossedBy(["101"], [])).toBe(false);
  });

  test("takes all lists of an update: add, then del, then mod, on both sides", () => {
    const book = bookWithSnapshot();
    const lists = {
      add: { asks: [["4", "103"]], bids: [["5", "99"]] },
      del: {
        asks: [["9", "101.1"]],
        bids: [
          ["9", "100.0"],
          ["1", "98"],
        ],
      },
      mod: {
        asks: [["6", "103.0"]],
        bids: [
          ["0", "99"],
          ["7", "97"],
        ],
      },
    };
    expect(book.apply(message(1, { ut: 1001, seq: 6, ...lists }))).toBe("update");
    expect(stateOf(book)).toEqual({ seq: 6, usable: true, asks: ["6 at 103"], bids: ["7 at 97"] });
  });

  test("a snapshot leaves nothing of what stood before", () => {
    const book = bookWithSnapshot();
    expect(
      book.apply(
        message(0, {
          ut: 1001,
          seq: 6,
          asks: [
            ["3", "105"],
            ["0", "104"],
          ],
          bids: [["1", "90"]],
        }),
      ),
    ).toBe("snapshot");
    expect(stateOf(book)).toEqual({ seq: 6, usable: true, asks: ["3 at 105"], bids: ["1 at 90"] });
  });

  test.each([
    ["asks", { asks: [["7", "101.10"]] }, { asks: [["1", "101.1"]] }],
    ["bids", { bids: [["7", "100.0"]] }, { bids: [["2", "100"]] }],
  ])("a price in add and del of the %s needs a snapshot, and nothing has changed until it comes", (_, add, del) => {
    const book = bookWithSnapshot();
    expect(book.apply(message(1, { ut: 1001, seq: 6, add, del }))).toBe("ambiguous");
    expect(stateOf(book)).toEqual({ ...before, usable: false });
    expect(book.apply(message(1, { ut: 1002, seq: 6 }))).toBe("awaiting-snapshot");
    expect(book.apply(message(0, { ut: 1002, seq: 7, ...levels }))).toBe("snapshot");
    expect(stateOf(book)).toEqual({ ...before, seq: 7 });
  });

  test("a price in add of one side and del of the other is none of both", () => {
    const book = bookWithSnapshot();
    const lists = { add: { asks: [["7", "100"]] }, del: { bids: [["2", "100"]] } };
    expect(book.apply(message(1, { ut: 1001, seq: 6, ...lists }))).toBe("update");
    expect(stateOf(book)).toEqual({ seq: 6, usable: true, asks: ["7 at 100", "1 at 101.1"], bids: [] });
  });

  test.each([
    ["add-then-del", []],
    ["del-then-add", ["7 at 100"]],
  ] as const)("bids under %s", (sameLevel, bids) => {
    const book = bookWithSnapshot({ sameLevel });
    const lists = { add: { bids: [["7", "100"]] }, del: { bids: [["2", "100"]] } };
    expect(book.apply(message(1, { ut: 1001, seq: 6, ...lists }))).toBe("update");
    expect(book.bids().map(({ price, quantity }) => `${quantity} at ${price}`)).toEqual(bids);
  });

  test.each([
    ["no seq", { ut: 1001, seq: undefined }],
    ["a seq that is no integer", { ut: 1001, seq: "6" }],
    ["a step of two", { ut: 1001, seq: 7 }],
    ["an older seq of a newer time", { ut: 1001, seq: 4 }],
  ])("an update with %s is a loss: the levels stand, and the book waits", (_, data) => {
    const book = bookWithSnapshot();
    expect(book.apply(message(1, { ...data, add: { asks: [["1", "200"]] } }))).toBe("gap");
    expect(stateOf(book)).toEqual({ ...before, usable: false });
  });

  test.each([
    ["the same seq and time", { ut: 1000, seq: 5 }],
    ["an older seq", { ut: 1000, seq: 4 }],
    ["an older time", { ut: 999, seq: 5 }],
    ["no time", { ut: undefined, seq: 5 }],
  ])("an update with %s is a duplicate and changes nothing", (_, data) => {
    const book = bookWithSnapshot();
    expect(book.apply(message(1, { ...data, add: { asks: [["1", "200"]] } }))).toBe("duplicate");
    expect(stateOf(book)).toEqual(before);
  });

  test("monotonic still refuses what does not grow", () => {
    const book = bookWithSnapshot({ sequencePolicy: "monotonic" });
    expect(book.apply(message(1, { ut: 1000, seq: 5 }))).toBe("duplicate");
    expect(book.apply(message(1, { ut: 1001, seq: 9, add: { asks: [["1", "200"]] } }))).toBe("update");
    expect(stateOf(book)).toEqual({ ...before, seq: 9, asks: ["1 at 101.1", "1 at 200"] });
  });

  test("the highest time so far counts, also where a later message had an older one", () => {
    const book = bookWithSnapshot();
    expect(book.apply(message(1, { ut: 1005, seq: 6 }))).toBe("update");
    expect(book.apply(message(1, { ut: 1001, seq: 7 }))).toBe("update");
    expect(book.apply(message(1, { ut: undefined, seq: 8 }))).toBe("update");
    expect(book.apply(message(1, { ut: 1004, seq: 8 }))).toBe("duplicate");
    expect(book.apply(message(1, { ut: 1006, seq: 8 }))).toBe("gap");
  });

  test("a snapshot without seq is shown and cannot be gone on from", () => {
    const book = bookWithSnapshot();
    expect(book.apply(message(0, { ut: 1001, seq: undefined, asks: [["1", "102"]], bids: null }))).toBe("snapshot");
    expect(stateOf(book)).toEqual({ seq: undefined, usable: false, asks: ["1 at 102"], bids: [] });
    expect(book.apply(message(1, { ut: 1002, seq: 1 }))).toBe("awaiting-snapshot");
  });

  test("a snapshot of the same seq with other levels is a loss, in a book that stands alone", () => {
    const other = { asks: [["1", "101.10"]], bids: [["3", "100"]] };
    const book = bookWithSnapshot();
    expect(book.apply(message(0, { ut: 1000, seq: 5, asks: [["1.0", "101.10"]], bids: [["2", "100.0"]] }))).toBe(
      "stale-snapshot",
    );
    expect(bookWithSnapshot().apply(message(0, { ut: 999, seq: 5, ...other }))).toBe("gap");
    expect(book.apply(message(0, { ut: 1000, seq: 5, ...other }))).toBe("gap");
    expect(stateOf(book)).toEqual({ ...before, usable: false });
    expect(book.apply(message(0, { ut: 1000, seq: 5, ...other }))).toBe("stale-snapshot");
  });

  test.each([
    ["an older seq of the same time", { ut: 1000, seq: 4 }],
    ["a newer seq of an older time", { ut: 999, seq: 6 }],
    ["a newer seq without a time", { ut: undefined, seq: 6 }],
  ])("a snapshot with %s is of before, and changes nothing", (_, data) => {
    const book = bookWithSnapshot();
    expect(book.apply(message(0, { ...data, asks: [["1", "300"]], bids: null }))).toBe("stale-snapshot");
    expect(stateOf(book)).toEqual(before);
  });

  test("a snapshot with a newer seq of the same time is the next state", () => {
    const book = bookWithSnapshot();
    expect(book.apply(message(0, { ut: 1000, seq: 6, ...levels }))).toBe("snapshot");
    expect(stateOf(book)).toEqual({ ...before, seq: 6 });
  });

  test("a new subscription begins with any snapshot, and keeps no time of before", () => {
    const book = bookWithSnapshot();
    book.resubscribe();
    expect([book.seq, book.usable]).toEqual([undefined, false]);
    expect(book.apply(message(0, { ut: 1, seq: 1, ...levels }))).toBe("snapshot");
    expect(book.apply(message(1, { ut: 2, seq: 1 }))).toBe("gap");
  });

  test("another channel's message is rejected, that of the pair's name alone too", () => {
    const book = bookWithSnapshot();
    for (const topic of [pair, `${pair}_ticker`, "4ETH_USDT_depth", `${pair}_depth2`]) {
      expect(book.apply(JSON.stringify({ topic, t: 1, d: { pair, ut: 1001, seq: 6 } })), topic).toBe("rejected");
    }
    expect(stateOf(book)).toEqual(before);
  });

  test("sorts by value, not by letters", () => {
    const book = new OracleBook(pair);
    const rows = ["9.5", "100", "10.25", "10.3"].map((price) => ["1", price]);
    book.apply(message(0, { ut: 1, seq: 1, asks: rows, bids: rows }));
    expect(book.asks().map(({ price }) => price)).toEqual(["9.5", "10.25", "10.3", "100"]);
    expect(book.bids().map(({ price }) => price)).toEqual(["100", "10.3", "10.25", "9.5"]);
  });
});
