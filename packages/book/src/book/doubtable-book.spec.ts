import { beforeEach, describe, expect, test } from "vitest";
import { sinkOf } from "../spec-kit/depth-sink.spec-kit.js";
import { noBookCounters } from "./book-counters.js";
import { DoubtableBook } from "./doubtable-book.js";

let book: DoubtableBook;

const take = (kind: "snapshot" | "update", seq: number) =>
  book.apply(
    sinkOf({ kind, seq, ut: 1_000 + seq, asks: [[101, seq]], bids: [[99, 1]] }),
    { priceScale: 0, quantityScale: 0 },
    5_000,
    0,
  );
const label = () => [book.status, book.reason];

beforeEach(() => {
  book = new DoubtableBook({ sequencePolicy: "contiguous", sameLevel: "resync", maxLevels: 10 }, noBookCounters(), 0);
  book.subscribed("new-connection");
});

describe("a live book in doubt", () => {
  beforeEach(() => take("snapshot", 100));

  test.each([
    ["relay-silent", "stale"],
    ["relay-disconnected", "stale"],
    ["owner-changed", "stale"],
    ["upstream-not-live", "stale"],
    ["relay-gap", "gapped"],
    ["relay-malformed", "gapped"],
  ] as const)("by %s is called %s, and live again without a snapshot", (reason, status) => {
    expect(label()).toEqual(["live", undefined]);
    book.doubt(reason);
    expect(label()).toEqual([status, reason]);
    book.doubt(undefined);
    expect(label()).toEqual(["live", undefined]);
  });

  test("follows its updates all the while", () => {
    book.doubt("relay-silent");
    expect(take("update", 101)).toBe("update");
    expect([...label(), book.seq]).toEqual(["stale", "relay-silent", 101]);
  });

  test("shows a reason of its own before its feed's", () => {
    book.doubt("relay-silent");
    take("update", 105);
    expect(label()).toEqual(["gapped", "gap"]);
  });

  test("is another view with each other doubt, and with no other", () => {
    const versions = [book.version];
    for (const reason of ["relay-silent", "relay-gap", undefined] as const) {
      book.doubt(reason);
      versions.push(book.version);
      book.doubt(reason);
      versions.push(book.version);
    }
    const [live, silent, , gap, , again] = versions;
    expect(versions).toEqual([live, silent, silent, gap, gap, again, again]);
    expect(new Set(versions).size).toBe(4);
  });

  test("is doubted no more on its next connection", () => {
    book.doubt("relay-silent");
    book.disconnected("disconnected");
    expect(label()).toEqual(["stale", "disconnected"]);
    book.subscribed("new-connection");
    take("snapshot", 3);
    expect(label()).toEqual(["live", undefined]);
  });
});

test("a book that is not live keeps its own label, and is in doubt once it is", () => {
  book.doubt("relay-gap");
  expect(label()).toEqual(["syncing", "awaiting-snapshot"]);
  take("snapshot", 100);
  expect(label()).toEqual(["gapped", "relay-gap"]);
});
