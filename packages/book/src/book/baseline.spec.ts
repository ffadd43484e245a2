import { beforeEach, describe, expect, test } from "vitest";
import { exactForm } from "../exact/form.js";
import { type SinkContent, sinkOf } from "../spec-kit/depth-sink.spec-kit.js";
import { noBookCounters } from "./book-counters.js";
import { BookHistory } from "./book-history.js";
import { DepthBook } from "./depth-book.js";
import { verifyDepth } from "./verify-depth.js";

let book: DepthBook;

const scales = { priceScale: 0, quantityScale: 0 };
const take = (content: SinkContent) => book.apply(sinkOf(content), scales, 5_000, 0);
const level = (price: string, quantity: string) => ({ price, quantity });
const label = () => ({ status: book.status, reason: book.reason, seq: book.seq });
const unproven = { status: "syncing", reason: "baseline-unproven" };

/** Protocol B's snapshot: it carries no `seq`. */
const unnumbered: SinkContent = { kind: "snapshot", ut: 1_000, asks: [[101, 1]], bids: [[99, 1]] };
const update = (seq: number, quantity = seq): SinkContent => ({
  kind: "update",
  seq,
  ut: 1_000 + seq,
  asks: [[102, quantity]],
});

/** The venue's answer: the snapshot's state, or that of an update. */
function ask(seq: number, bid = "1") {
  const asks = seq === 0 ? [level("101", "1")] : [level("101", "1"), level("102", String(seq))];
  return verifyDepth(book, { updatedAtMs: 1_000 + seq, asks, bids: [level("99", bid)], size: 200, pushes: "came" });
}

beforeEach(() => {
  book = new DepthBook({ sequencePolicy: "contiguous", sameLevel: "resync", maxLevels: 10 }, noBookCounters(), 0, {
    exact: exactForm,
    history: new BookHistory(),
  });
  book.subscribed("new-connection");
  take(unnumbered);
});

describe("a book whose snapshot carries no seq", () => {
  test("is not live, however many updates follow", () => {
    expect(take(update(7))).toBe("update");
    take(update(8));
    expect(label()).toEqual({ ...unproven, seq: 8 });
  });

  test("is live once one of its states is equal to the venue's answer", () => {
    take(update(7));
    take(update(8));
    expect(ask(7)).toMatchObject({ kind: "equal", seq: 7 });
    book.prove();
    expect(label()).toEqual({ status: "live", reason: undefined, seq: 8 });
    expect(take(update(10))).toBe("gap");
  });

  test("is live from its first seq on, when the snapshot itself was proven", () => {
    expect(ask(0).kind).toBe("equal");
    book.prove();
    expect(label()).toEqual({ ...unproven, seq: 0 });
    take(update(7));
    expect(label()).toEqual({ status: "live", reason: undefined, seq: 7 });
  });

  test("takes a second snapshot of the same state for a proof", () => {
    expect(take(unnumbered)).toBe("dropped");
    expect(label().status).toBe("syncing");
    take(update(7));
    expect(label().status).toBe("live");
    expect(take({ ...unnumbered, ut: 2_000 })).toBe("dropped");
    expect(label().status).toBe("live");
  });

  test("begins anew with a second snapshot that says something else", () => {
    take(update(7));
    const second = { ...unnumbered, ut: 1_007 };
    expect(take(second)).toBe("snapshot");
    expect(label()).toEqual({ ...unproven, seq: 0 });
    expect(book.levels.asks.length).toBe(1);
  });

  test("begins anew with a second snapshot of the same levels at another time", () => {
    expect(take({ ...unnumbered, ut: 1_001 })).toBe("snapshot");
    take(update(7));
    expect(label()).toEqual({ ...unproven, seq: 7 });
  });

  test("is not proven by what was known before its subscription", () => {
    take({ ...unnumbered, seq: 20, ut: 1_020 });
    expect(label().status).toBe("live");
    book.subscribed("same-connection");
    expect(take({ ...unnumbered, ut: 1_020 })).toBe("snapshot");
    expect(label()).toMatchObject(unproven);
    // Proven once more, by a second one; and asked for again.
    expect(take({ ...unnumbered, ut: 1_020 })).toBe("dropped");
    book.subscribed("same-connection");
    expect(take({ ...unnumbered, ut: 1_020 })).toBe("snapshot");
    take({ ...update(7), ut: 1_021 });
    expect(label()).toEqual({ ...unproven, seq: 7 });
  });

  test("drops updates that are older than it, and an older snapshot", () => {
    expect(take({ ...update(7), ut: 999 })).toBe("dropped");
    expect(take({ ...unnumbered, ut: 999, asks: [[150, 1]] })).toBe("dropped");
    expect(label()).toEqual({ ...unproven, seq: 0 });
  });

  test("is told apart from the venue's answer", () => {
    take(update(7));
    expect(ask(7, "2")).toMatchObject({ kind: "different", differences: [{ side: "bids", price: "99" }] });
  });

  test("has lost its proof with a gap, a new subscription and a new connection", () => {
    for (const lose of [
      () => take(update(20)),
      () => book.subscribed("same-connection"),
      () => book.disconnected("disconnected"),
    ]) {
      take(update(7));
      book.prove();
      lose();
      book.subscribed("new-connection");
      take(unnumbered);
      take(update(8));
      expect(label()).toEqual({ ...unproven, seq: 8 });
    }
  });

  test("needs no proof once a snapshot carries one", () => {
    take({ ...unnumbered, seq: 20, ut: 1_020 });
    expect(label()).toEqual({ status: "live", reason: undefined, seq: 20 });
  });
});
