import { expect, test } from "vitest";
import { type SinkContent, sinkOf } from "../spec-kit/depth-sink.spec-kit.js";
import { noBookCounters } from "./book-counters.js";
import { DepthBook } from "./depth-book.js";
import { verifyDepth } from "./verify-depth.js";

/** A book that is passed neither a form for large integers nor a history. */
function plainBook(): {
  readonly book: DepthBook;
  take(content: SinkContent, priceScale?: number, quantityScale?: number): string;
} {
  const rules = { sequencePolicy: "contiguous", sameLevel: "resync", maxLevels: 10 } as const;
  const book = new DepthBook(rules, noBookCounters(), 0);
  book.subscribed("new-connection");
  return {
    book,
    take: (content, priceScale = 0, quantityScale = 0) =>
      book.apply(sinkOf(content), { priceScale, quantityScale }, 5_000, 1_000),
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

test("follows finer quantities, at the same prices", () => {
  const { book, take } = plainBook();
  take(snapshot);
  expect(take({ ...update, bids: [[98, 25]] }, 0, 1)).toBe("update");
  expect([book.levels.priceScale, book.levels.quantityScale]).toEqual([0, 1]);
  expect(Array.from(book.levels.bids.columns.quantities.subarray(0, 2))).toEqual([25, 10]);
});

test("is not live by a number that no column can hold, in a snapshot or an update", () => {
  const large = sinkOf({ ...snapshot, seq: 102, ut: 1_020 });
  large.exact = { priceScale: 0, quantityScale: 0, sections: [[{ price: 2n ** 60n, quantity: 1n }]] };
  for (const kind of ["snapshot", "update"] as const) {
    const { book, take } = plainBook();
    take({ ...snapshot, seq: 101, ut: 1_010 });
    large.kind = kind;
    expect(book.apply(large, { priceScale: 0, quantityScale: 0 }, 5_000, 0)).toBe("number-too-large");
    expect([book.status, book.reason, book.seq]).toEqual(["gapped", "number-too-large", 101]);
  }
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

test("compares a snapshot that nobody asked for by each scale of its own", () => {
  const { book, take } = plainBook();
  take({ ...snapshot, asks: [[1010, 10]], bids: [[990, 10]] }, 1, 1);
  expect(take(snapshot)).toBe("dropped");
  expect(take({ ...snapshot, asks: [[1010, 1]], bids: [[990, 1]] }, 1, 0)).toBe("dropped");
  expect(book.status).toBe("live");
  expect(take({ ...snapshot, asks: [[101, 10]], bids: [[99, 11]] }, 0, 1)).toBe("conflicting-snapshot");
});

test.each([
  ["more levels than it may have", Array.from({ length: 11 }, (_, row) => [101 + row, 1] as const), 0],
  ["a price that its columns cannot hold at its scale", [[2 ** 53 - 1, 1] as const], 1],
])("is contradicted by a snapshot of its own seq with %s", (_, asks, scale) => {
  const { book, take } = plainBook();
  take({ ...snapshot, asks: [[1015, 1]], bids: [[990, 1]] }, 1);
  expect(take({ ...snapshot, asks }, 1 - scale)).toBe("conflicting-snapshot");
  expect(book.status).toBe("gapped");
});

test("is contradicted by a snapshot of its own seq with a number that it cannot hold", () => {
  const { book, take } = plainBook();
  take(snapshot);
  const large = sinkOf(snapshot);
  large.exact = { priceScale: 0, quantityScale: 0, sections: [] };
  expect(book.apply(large, { priceScale: 0, quantityScale: 0 }, 5_000, 0)).toBe("conflicting-snapshot");
});

test("cannot be compared with an answer of the venue", () => {
  const { book, take } = plainBook();
  take(snapshot);
  book.remember();
  const answer = { updatedAtMs: 1_000, asks: [], bids: [], size: 200, pushes: "came" } as const;
  expect(verifyDepth(book, answer)).toMatchObject({ kind: "inconclusive" });
});
