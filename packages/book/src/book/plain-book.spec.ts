import { expect, test } from "vitest";
import { type SinkContent, sinkOf } from "../spec-kit/depth-sink.spec-kit.js";
import { noBookCounters } from "./book-counters.js";
import { DepthBook } from "./depth-book.js";
import { verifyDepth } from "./verify-depth.js";

/** A book that is passed neither a form for large integers nor a history. */
function plainBook(): { readonly book: DepthBook; take(content: SinkContent, scale?: number): string } {
  const rules = { sequencePolicy: "contiguous", sameLevel: "resync", maxLevels: 10 } as const;
  const book = new DepthBook(rules, noBookCounters(), 0);
  book.subscribed("new-connection");
  return {
    book,
    take: (content, scale = 0) => book.apply(sinkOf(content), { priceScale: scale, quantityScale: 0 }, 5_000, 1_000),
  };
}

const snapshot = { kind: "snapshot", seq: 100, ut: 1_000, asks: [[101, 1]], bids: [[99, 1]] } as const;
const update = { kind: "update", seq: 101, ut: 1_010 } as const;

test("is live, and follows finer prices", () => {
  const { book, take } = plainBook();
  take(snapshot);
  expect(take({ ...update, bids: [[995, 2]] }, 1)).toBe("update");
  expect([book.status, book.levels.bids.length, book.levels.priceScale]).toEqual(["live", 2, 1]);
});

test("is not live when a price can no longer be held exactly, and is again by the next snapshot", () => {
  const { book, take } = plainBook();
  take(snapshot);
  expect(take({ ...update, bids: [[1, 2]] }, 15)).toBe("number-too-large");
  expect([book.status, book.reason]).toEqual(["gapped", "number-too-large"]);
  book.subscribed("same-connection");
  expect(take({ ...snapshot, seq: 102, ut: 1_020 })).toBe("snapshot");
  expect(book.status).toBe("live");
});

test("compares a snapshot that nobody asked for, whatever its scale", () => {
  const { book, take } = plainBook();
  take(snapshot);
  expect(take({ ...snapshot, asks: [[1010, 1]], bids: [[990, 1]] }, 1)).toBe("dropped");
  expect(book.status).toBe("live");
  expect(take({ ...snapshot, asks: [[1011, 1]], bids: [[990, 1]] }, 1)).toBe("conflicting-snapshot");
  expect(book.status).toBe("gapped");
});

test("cannot be compared with an answer of the venue", () => {
  const { book, take } = plainBook();
  take(snapshot);
  book.remember();
  const answer = { updatedAtMs: 1_000, asks: [], bids: [], size: 200, pushes: "came" } as const;
  expect(verifyDepth(book, answer)).toMatchObject({ kind: "inconclusive" });
});
