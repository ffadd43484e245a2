import { beforeEach, describe, expect, test } from "vitest";
import { exactForm } from "../exact/form.js";
import { type SinkContent, sinkOf } from "../spec-kit/depth-sink.spec-kit.js";
import { noBookCounters } from "./book-counters.js";
import { BookHistory } from "./book-history.js";
import { DepthBook } from "./depth-book.js";
import { verifyDepth } from "./verify-depth.js";

let book: DepthBook;

const take = (content: SinkContent) => book.apply(sinkOf(content), { priceScale: 0, quantityScale: 0 }, 5_000, 0);
const snapshot = (seq: number, ut: number): SinkContent => ({
  kind: "snapshot",
  seq,
  ut,
  asks: [[101, 1]],
  bids: [[99, 1]],
});
const update = (seq: number, ut: number, price = 102): SinkContent => ({ kind: "update", seq, ut, asks: [[price, 1]] });
const label = () => [book.status, book.reason];

beforeEach(() => {
  const rules = { sequencePolicy: "contiguous", sameLevel: "resync", maxLevels: 3 } as const;
  book = new DepthBook(rules, noBookCounters(), 0, { exact: exactForm, history: new BookHistory() });
});

describe("a book before its first snapshot", () => {
  test("stays syncing when its connection ends", () => {
    book.disconnected("connection-failed");
    expect(label()).toEqual(["syncing", "connection-failed"]);
  });

  test("awaits one from its subscription on, and nothing before", () => {
    expect(book.awaitingSnapshot).toBe(false);
    expect(take(update(101, 1_010))).toBe("dropped");
    book.subscribed("new-connection");
    expect([book.awaitingSnapshot, book.atFirstStep]).toEqual([true, false]);
    take(snapshot(100, 1_000));
    expect([book.awaitingSnapshot, book.atFirstStep]).toEqual([false, true]);
    take(update(101, 1_010));
    expect(book.atFirstStep).toBe(false);
  });
});

describe("a live book", () => {
  beforeEach(() => {
    book.subscribed("new-connection");
    take(snapshot(100, 1_000));
  });

  test("that subscribes again on its connection takes no answer from before, and is live until one comes", () => {
    take(update(101, 1_010));
    book.subscribed("same-connection");
    expect(book.awaitingSnapshot).toBe(true);
    expect(label()).toEqual(["live", undefined]);
    expect(take(update(102, 1_020))).toBe("dropped");
    expect(take(snapshot(100, 1_000))).toBe("dropped");
    expect(take(snapshot(7, 1_010))).toBe("snapshot");
    expect(take(update(8, 1_020))).toBe("update");
  });

  test("whose venue connects anew elsewhere takes whatever snapshot comes next", () => {
    book.renewed();
    expect(take(snapshot(7, 10))).toBe("snapshot");
    expect([...label(), book.seq]).toEqual(["live", undefined, 7]);
  });

  test("counts unknown levels anew from each snapshot on", () => {
    const unknown = { kind: "update", deleteAsks: [150] } as const;
    expect(take({ ...unknown, seq: 101, ut: 1_010 })).toBe("update");
    expect(take(snapshot(105, 1_020))).toBe("snapshot");
    expect(take({ ...unknown, seq: 106, ut: 1_030 })).toBe("update");
    expect(take({ ...unknown, seq: 107, ut: 1_040 })).toBe("unknown-level");
  });

  test("that is asked twice to remember keeps what it remembers", () => {
    book.remember();
    take(update(101, 1_010));
    book.remember();
    const asks = [{ price: "101", quantity: "1" }];
    const evidence = { updatedAtMs: 1_000, asks, bids: [{ price: "99", quantity: "1" }], size: 200 } as const;
    expect(verifyDepth(book, { ...evidence, pushes: "came" })).toMatchObject({ kind: "equal", seq: 100 });
  });

  test("that was not asked to remember knows no state after its snapshot", () => {
    take(update(101, 1_010));
    const evidence = { updatedAtMs: 1_010, asks: [], bids: [], size: 200, pushes: "came" } as const;
    expect(verifyDepth(book, evidence)).toEqual({ kind: "inconclusive", cause: "no-such-state" });
  });

  test("keeps its last good state, in columns, when a snapshot of bigints is too large", () => {
    take(update(101, 1_010, 2 ** 53 - 1));
    take(update(102, 1_020));
    const large = sinkOf({ ...snapshot(103, 1_030) });
    const price = 2n ** 60n;
    large.exact = {
      priceScale: 0,
      quantityScale: 0,
      sections: [
        Array.from({ length: 4 }, (_, row) => ({ price: price + BigInt(row), quantity: 1n })),
        [],
        [],
        [],
        [],
        [],
      ],
    };
    expect(book.apply(large, { priceScale: 0, quantityScale: 0 }, 5_000, 0)).toBe("overflow");
    expect([...label(), book.isExact, book.levels.asks.length]).toEqual(["gapped", "overflow", false, 3]);
  });
});
