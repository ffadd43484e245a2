import type { Pair } from "@depthwire/schema";
import { beforeEach, describe, expect, test } from "vitest";
import { exactForm } from "../exact/form.js";
import { type SinkContent, sinkOf } from "../spec-kit/depth-sink.spec-kit.js";
import { BookView } from "../view/book-view.js";
import { viewDataOf } from "../view/book-view-data.js";
import type { BookCounters } from "./book-counters.js";
import { BookHistory } from "./book-history.js";
import { DepthBook } from "./depth-book.js";
import type { DepthBookRules } from "./depth-book-rules.js";

const rules: DepthBookRules = { sequencePolicy: "contiguous", sameLevel: "resync", maxLevels: 4 };
const noCounts: BookCounters = {
  applied: 0,
  snapshots: 0,
  duplicates: 0,
  staleSnapshots: 0,
  awaitingSnapshot: 0,
  gaps: 0,
  crossed: 0,
  unknownLevels: 0,
  repeatedLevels: 0,
};

let counters: BookCounters;
let book: DepthBook;
let nowMs: number;

function newBook(changed: Partial<DepthBookRules> = {}, epoch = 0): void {
  counters = { ...noCounts };
  book = new DepthBook({ ...rules, ...changed }, counters, epoch, { exact: exactForm, history: new BookHistory() });
}

function take(content: SinkContent, priceScale = 0, quantityScale = 0) {
  return book.apply(sinkOf(content), { priceScale, quantityScale }, 5_000 + nowMs, nowMs);
}

const snapshot = (seq: number, ut: number, levels: Partial<SinkContent> = {}): SinkContent => ({
  kind: "snapshot",
  seq,
  ut,
  asks: [[101, 1]],
  bids: [[99, 1]],
  ...levels,
});
const update = (seq: number, ut: number, changes: Partial<SinkContent> = {}): SinkContent => ({
  kind: "update",
  seq,
  ut,
  ...changes,
});

/** What a view would show. */
const shown = () => ({ status: book.status, reason: book.reason, epoch: book.epoch, seq: book.seq });

beforeEach(() => {
  nowMs = 1_000;
  newBook();
});

function goLive(): void {
  book.subscribed("new-connection");
  take(snapshot(100, 1_000));
}

test("is syncing until the snapshot, then live in epoch 1", () => {
  expect(shown()).toEqual({ status: "syncing", reason: "connecting", epoch: 0, seq: 0 });
  book.subscribed("new-connection");
  expect(shown()).toEqual({ status: "syncing", reason: "awaiting-snapshot", epoch: 0, seq: 0 });
  expect(take(update(99, 990))).toBe("dropped");
  expect(take(snapshot(100, 1_000))).toBe("snapshot");
  expect(shown()).toEqual({ status: "live", reason: undefined, epoch: 1, seq: 100 });
  expect([book.updatedAtMs, book.receivedAtMs]).toEqual([1_000, 6_000]);
  expect(counters).toMatchObject({ awaitingSnapshot: 1, snapshots: 1, applied: 1 });
});

describe("a live book", () => {
  beforeEach(goLive);

  test("follows updates, an empty one included, in the same epoch", () => {
    expect(take(update(101, 1_010, { asks: [[102, 5]] }))).toBe("update");
    expect(take(update(102, 1_020))).toBe("update");
    expect(shown()).toEqual({ status: "live", reason: undefined, epoch: 1, seq: 102 });
    expect(book.levels.asks.length).toBe(2);
  });

  test("drops and counts duplicates and old snapshots", () => {
    take(update(101, 1_010, { asks: [[102, 5]] }));
    const before = book.version;
    expect(take(update(101, 1_010, { asks: [[103, 5]] }))).toBe("dropped");
    expect(take(snapshot(99, 990, { asks: [[150, 1]] }))).toBe("dropped");
    expect([book.version, book.levels.asks.length]).toEqual([before, 2]);
    expect(counters).toMatchObject({ duplicates: 1, staleSnapshots: 1 });
  });

  test("applies nothing of an update behind a gap", () => {
    expect(take(update(102, 1_020, { asks: [[102, 5]] }))).toBe("gap");
    expect(shown()).toEqual({ status: "gapped", reason: "gap", epoch: 1, seq: 100 });
    expect([book.levels.asks.length, counters.gaps]).toEqual([1, 1]);
    expect(take(update(103, 1_030))).toBe("dropped");
  });

  test("does not freeze when the venue's counter restarts", () => {
    expect(take(update(5, 1_020))).toBe("counter-restarted");
    expect(book.status).toBe("gapped");
  });

  test("takes the snapshot of a restarted counter as a new epoch", () => {
    expect(take(snapshot(1, 1_020))).toBe("snapshot");
    expect(shown()).toEqual({ status: "live", reason: undefined, epoch: 2, seq: 1 });
  });

  test("compares a snapshot of its own seq by content", () => {
    expect(take(snapshot(100, 1_000))).toBe("dropped");
    expect([book.status, counters.duplicates]).toEqual(["live", 1]);
    expect(take(snapshot(100, 1_000, { asks: [[101, 2]] }))).toBe("conflicting-snapshot");
    expect(shown()).toEqual({ status: "gapped", reason: "conflicting-snapshot", epoch: 1, seq: 100 });
  });

  test("compares a snapshot of its own seq across scales", () => {
    const finer = { asks: [[1_010, 10]], bids: [[990, 10]] } as const;
    expect(take(snapshot(100, 1_000, finer), 1, 1)).toBe("dropped");
    expect(book.status).toBe("live");
  });

  test("is gapped by an update without seq", () => {
    expect(take({ kind: "update", ut: 1_020 })).toBe("no-sequence");
  });

  test.each([
    ["ambiguous-level", update(101, 1_010, { asks: [[101, 5]], deleteAsks: [101] })],
    [
      "overflow",
      update(101, 1_010, {
        asks: [
          [102, 1],
          [103, 1],
          [104, 1],
          [105, 1],
        ],
      }),
    ],
  ] as const)("%s: nothing applied, resync", (reason, message) => {
    expect(take(message)).toBe(reason);
    expect(shown()).toEqual({ status: "gapped", reason, epoch: 1, seq: 100 });
    expect(book.levels.asks.length).toBe(1);
  });

  test("is crossed after a whole message only, and live again only in a new epoch", () => {
    expect(take(update(101, 1_010, { bids: [[101, 1]], deleteAsks: [101], asks: [[103, 1]] }))).toBe("update");
    expect(take(update(102, 1_020, { bids: [[103, 1]] }))).toBe("crossed");
    expect(shown()).toEqual({ status: "crossed", reason: "crossed", epoch: 1, seq: 102 });
    expect(take(update(103, 1_030, { deleteBids: [103] }))).toBe("dropped");
    expect(book.status).toBe("crossed");
    book.subscribed("same-connection");
    take(snapshot(103, 1_030));
    expect(shown()).toEqual({ status: "live", reason: undefined, epoch: 2, seq: 103 });
    expect(counters.crossed).toBe(1);
  });

  test("one unknown level is counted, two within a minute resync", () => {
    expect(take(update(101, 1_010, { deleteAsks: [150] }))).toBe("update");
    nowMs += 60_001;
    expect(take(update(102, 1_020, { deleteAsks: [150] }))).toBe("update");
    nowMs += 60_000;
    expect(take(update(103, 1_030, { modifyBids: [[50, 1]] }))).toBe("unknown-level");
    expect([book.status, counters.unknownLevels]).toEqual(["gapped", 3]);
  });

  test("two unknown levels in one message resync", () => {
    expect(take(update(101, 1_010, { deleteAsks: [150, 151] }))).toBe("unknown-level");
  });

  test("is crossed rather than anything else, and counts the rows that repeat a price", () => {
    expect(take(update(101, 1_010, { asks: [102, 102].map((price) => [price, 1]) }))).toBe("update");
    expect(take(update(102, 1_020, { bids: [[103, 1]], deleteAsks: [150, 151] }))).toBe("crossed");
    expect(counters).toMatchObject({ repeatedLevels: 1, crossed: 1, gaps: 0, unknownLevels: 0 });
  });

  test("takes numbers that are finer in one way and coarser in the other", () => {
    take(update(101, 1_010, { asks: [[1_015, 1]] }), 1, 0);
    expect(take(update(102, 1_020, { asks: [[102, 15]] }), 0, 1)).toBe("update");
    expect(take(update(103, 1_030, { bids: [[985, 2]] }), 1, 0)).toBe("update");
    const view = new BookView("4BTC_USDT" as Pair, viewDataOf(book, 0, 9), book, 9).toJSON();
    expect(view.asks.map(({ price, quantity }) => [price, quantity])).toEqual([
      ["101", "1"],
      ["101.5", "1"],
      ["102", "1.5"],
    ]);
    expect(view.bids.map(({ price }) => price)).toEqual(["99", "98.5"]);
  });

  test("rescales when finer numbers come, and stays exact", () => {
    expect(take(update(101, 1_010, { asks: [[10_150, 25]] }), 2, 1)).toBe("update");
    expect(Array.from(book.levels.asks.columns.keys.subarray(0, 2))).toEqual([-10_150, -10_100]);
    expect(Array.from(book.levels.asks.columns.quantities.subarray(0, 2))).toEqual([25, 10]);
  });

  test("stays live and exact when no column can hold it any more, until a snapshot fits again", () => {
    take(update(101, 1_010, { asks: [[2 ** 52, 1]] }));
    expect(take(update(102, 1_020, { asks: [[10_150, 25]] }), 2, 1)).toBe("update");
    expect(shown()).toMatchObject({ status: "live", seq: 102 });
    expect(book.exact?.asks.keys).toEqual([-100n * 2n ** 52n, -10_150n, -10_100n]);
    expect(take(snapshot(103, 1_030))).toBe("snapshot");
    expect([book.isExact, book.status]).toEqual([false, "live"]);
  });

  test("is stale while there is no connection, and takes any number of the next", () => {
    book.disconnected("disconnected");
    expect(shown()).toEqual({ status: "stale", reason: "disconnected", epoch: 1, seq: 100 });
    expect(take(update(101, 1_010))).toBe("dropped");
    book.subscribed("new-connection");
    expect(shown()).toMatchObject({ status: "stale", reason: "awaiting-snapshot" });
    take(snapshot(7, 70));
    expect(shown()).toEqual({ status: "live", reason: undefined, epoch: 2, seq: 7 });
  });

  test("keeps its reason while the answer to a resync is awaited", () => {
    take(update(105, 1_050));
    book.subscribed("same-connection");
    expect(shown()).toMatchObject({ status: "gapped", reason: "gap" });
  });

  test("says that losses would be seen", () => {
    expect(book.integrity).toBe("sequenced");
  });
});

describe("a snapshot that cannot be used", () => {
  beforeEach(() => book.subscribed("new-connection"));

  test("too many levels: gapped, overflow", () => {
    const asks = [1, 2, 3, 4, 5].map((price) => [100 + price, 1] as const);
    expect(take(snapshot(100, 1_000, { asks }))).toBe("overflow");
    expect(shown()).toMatchObject({ status: "gapped", reason: "overflow", epoch: 0 });
  });

  test("crossed: shown as crossed, never live", () => {
    expect(take(snapshot(100, 1_000, { bids: [[101, 1]] }))).toBe("crossed");
    expect(shown()).toMatchObject({ status: "crossed", epoch: 1, seq: 100 });
  });

  test("without seq: followed, but still syncing", () => {
    expect(take({ kind: "snapshot", ut: 1_000, asks: [[101, 1]] })).toBe("snapshot");
    expect(shown()).toMatchObject({ status: "syncing", reason: "baseline-unproven" });
  });
});

describe("under monotonic", () => {
  beforeEach(() => {
    newBook({ sequencePolicy: "monotonic" });
    goLive();
  });

  test("steps above 1 are fine and every view says that it is unsequenced", () => {
    expect(take(update(104, 1_010))).toBe("update");
    expect([book.status, book.integrity]).toEqual(["live", "unsequenced"]);
  });

  test("unknown levels are only counted", () => {
    expect(take(update(101, 1_010, { deleteAsks: [150, 151] }))).toBe("update");
    expect(counters.unknownLevels).toBe(2);
  });
});

test("in a new thread it begins stale and counts the epochs on", () => {
  newBook({}, 3);
  expect(shown()).toEqual({ status: "stale", reason: "connecting", epoch: 3, seq: 0 });
  goLive();
  expect(shown()).toEqual({ status: "live", reason: undefined, epoch: 4, seq: 100 });
});

test("every change that a view would show has another version", () => {
  const versions = [book.version];
  goLive();
  versions.push(book.version);
  take(update(101, 1_010));
  versions.push(book.version);
  book.disconnected("disconnected");
  versions.push(book.version);
  expect(versions).toEqual(Array.from(new Set(versions)).sort((left, right) => left - right));
  expect(versions).toHaveLength(4);
});

test("an explanation never touches a live book", () => {
  book.explain("subscription-refused");
  expect(shown()).toMatchObject({ status: "syncing", reason: "subscription-refused" });
  goLive();
  book.explain("subscription-refused");
  expect(shown()).toMatchObject({ status: "live", reason: undefined });
});
