import { DepthSection, type DepthSink } from "@depthwire/core/internal";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ColumnBook, type LevelRules } from "../book/column-book.js";
import type { SameLevel } from "../book/level-store.js";
import { scannerFor } from "../scan/scanner-for.js";
import { type SinkContent, sinkOf } from "../spec-kit/depth-sink.spec-kit.js";
import { createWasmInflate } from "./inflate.js";
import { WasmLevels } from "./levels.js";

const limits = { maxFrameBytes: 4096, maxInflatedBytes: 4096 };
const price = fc.integer({ min: 1, max: 400 });
const row = fc.tuple(price, fc.nat({ max: 5 }));
const rows = fc.array(row, { maxLength: 12 });
/** Some lists are longer than the module compares. */
const manyRows = fc.oneof(
  { weight: 8, arbitrary: rows },
  { weight: 1, arbitrary: fc.array(row, { minLength: 30, maxLength: 50 }) },
);
const prices = fc.array(price, { maxLength: 12 });
const update = fc.record({
  kind: fc.constant("update" as const),
  asks: manyRows,
  bids: rows,
  deleteAsks: prices,
  deleteBids: prices,
  modifyAsks: rows,
  modifyBids: rows,
});
const snapshot = fc.record({
  kind: fc.constant("snapshot" as const),
  asks: manyRows,
  bids: fc.array(row, { maxLength: 300, size: "max" }),
});
const message: fc.Arbitrary<SinkContent> = fc.oneof(
  { weight: 6, arbitrary: update },
  { weight: 1, arbitrary: snapshot },
);
const seen = { applied: 0, "ambiguous-level": 0, overflow: 0 };

function take(book: ColumnBook, content: SinkContent, sink: DepthSink | undefined): string {
  const filled = sinkOf(content, sink);
  return content.kind === "snapshot" ? book.load(filled, { priceScale: 0, quantityScale: 0 }) : book.apply(filled);
}

function stateOf({ asks, bids, unknownLevels, repeatedLevels, crossed }: ColumnBook): unknown {
  const sides = [asks, bids].map(({ columns, length }) => [
    Array.from(columns.keys.subarray(0, length)),
    Array.from(columns.quantities.subarray(0, length)),
  ]);
  return { sides, unknownLevels, repeatedLevels, crossed };
}

describe("levels in the module's memory", () => {
  it("are those of a book that changes its own", { timeout: 30_000 }, () => {
    const sameLevel = fc.constantFrom<SameLevel>("resync", "add-then-del", "del-then-add");
    fc.assert(
      fc.property(fc.array(message, { maxLength: 40, size: "max" }), sameLevel, (messages, order) => {
        const rules: LevelRules = { maxLevels: 250, sameLevel: order };
        const scanner = scannerFor(createWasmInflate(limits), 4096);
        expect(scanner.levels).toBeInstanceOf(WasmLevels);
        const kept = new ColumnBook(rules, scanner.levels);
        const own = new ColumnBook(rules);
        for (const content of messages) {
          const outcome = take(own, content, undefined);
          seen[outcome as keyof typeof seen] += 1;
          expect(take(kept, content, scanner.sink)).toBe(outcome);
          if (outcome === "applied") {
            expect(stateOf(kept)).toEqual(stateOf(own));
          }
        }
      }),
      { numRuns: 150 },
    );
    for (const [outcome, count] of Object.entries(seen)) {
      expect(count, outcome).toBeGreaterThan(20);
    }
  });

  it("outlive the memory's growth, and memory that was given back is used again", () => {
    const inflate = createWasmInflate(limits);
    const scanner = scannerFor(inflate, 4096);
    const rules: LevelRules = { maxLevels: 4000, sameLevel: "resync" };
    const content: SinkContent = { kind: "snapshot", asks: [[7, 1]], bids: [[5, 2]] };
    const first = new ColumnBook(rules, scanner.levels);
    first.load(sinkOf(content, scanner.sink), { priceScale: 0, quantityScale: 0 });
    const formerText = inflate.output;
    const books = Array.from({ length: 600 }, () => {
      const book = new ColumnBook(rules, scanner.levels);
      book.asks.set(-9, 1);
      return book;
    });
    expect(formerText.length).toBe(0);
    expect(inflate.output.length).toBe(limits.maxInflatedBytes);
    expect(Array.from(scanner.sink.counts.subarray(0, 2))).toEqual([1, 1]);
    expect(first.apply(sinkOf({ kind: "update", asks: [[6, 3]], bids: [] }, scanner.sink))).toBe("applied");
    expect([first.asks.bestKey, first.asks.length, first.bids.bestKey]).toEqual([-6, 2, 5]);
    const memoryOf = ({ asks, bids }: ColumnBook) => [asks, bids].map(({ columns }) => columns.keys.byteOffset);
    const left = books[0] as ColumnBook;
    const memory = memoryOf(left);
    left.release();
    expect(Math.min(...memory)).toBeGreaterThan(0);
    const next = new ColumnBook(rules, scanner.levels);
    next.bids.set(9, 1);
    expect(memoryOf(next)).toEqual(memory);
    expect([left.asks.length, left.asks.columns.keys.length]).toEqual([0, 0]);
  });

  it("grow with their side and keep what they held", () => {
    const scanner = scannerFor(createWasmInflate(limits), 4096);
    const book = new ColumnBook({ maxLevels: 4000, sameLevel: "resync" }, scanner.levels);
    for (let batch = 0; batch < 20; batch++) {
      const asks = Array.from({ length: 30 }, (_, index): [number, number] => [
        1 + (((batch * 30 + index) * 7) % 3001),
        1 + index,
      ]);
      expect(book.apply(sinkOf({ kind: "update", asks }, scanner.sink))).toBe("applied");
      expect(scanner.sink.counts[DepthSection.askSet]).toBe(30);
    }
    expect(book.asks.length).toBe(600);
    const keys = Array.from(book.asks.columns.keys.subarray(0, 600));
    expect(keys).toEqual(keys.toSorted((left, right) => left - right));
  });
});
