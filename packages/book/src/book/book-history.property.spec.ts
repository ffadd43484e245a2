import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { exactForm } from "../exact/form.js";
import { type SinkContent, sinkOf } from "../spec-kit/depth-sink.spec-kit.js";
import { noBookCounters } from "./book-counters.js";
import { BookHistory, type PastBook } from "./book-history.js";
import { DepthBook } from "./depth-book.js";

const row = (min: number) => fc.tuple(fc.integer({ min, max: min + 9 }), fc.nat({ max: 4 }));
const rows = (min: number) => fc.array(row(min), { maxLength: 4 });
const deletes = (min: number) => fc.array(fc.integer({ min, max: min + 9 }), { maxLength: 3 });
/** Few prices, so that levels come, change and go, also within one message. */
const changes = fc.record({
  asks: rows(110),
  bids: rows(90),
  deleteAsks: deletes(110),
  deleteBids: deletes(90),
  modifyAsks: rows(110),
  modifyBids: rows(90),
});

function stateOf({ asks, bids }: PastBook) {
  return [asks, bids].map((side) => {
    const { keys, quantities } = "columns" in side ? side.columns : side;
    return Array.from({ length: side.length }, (_, row) => [BigInt(keys[row] ?? 0), BigInt(quantities[row] ?? 0)]);
  });
}

describe("the history of a book", () => {
  // A price that no column can hold beside the others makes the book one of bigints.
  it.each([
    ["columns", 150],
    ["bigints", 2 ** 53 - 1],
  ])("of %s leads back to each of the last 64 states, and leaves the present one alone", (form, far) => {
    fc.assert(
      fc.property(fc.array(changes, { minLength: 60, maxLength: 70, size: "max" }), (updates) => {
        const rules = { sequencePolicy: "monotonic", sameLevel: "add-then-del", maxLevels: 100 } as const;
        const book = new DepthBook(rules, noBookCounters(), 0, { exact: exactForm, history: new BookHistory() });
        const take = (content: SinkContent) =>
          book.apply(sinkOf(content), { priceScale: 1, quantityScale: 0 }, 5_000, 0);
        const present = () => book.exact ?? book.levels;
        book.remember();
        book.subscribed("new-connection");
        book.apply(
          sinkOf({ kind: "snapshot", seq: 1, ut: 1, asks: [[far, 1]], bids: [[9, 1]] }),
          { priceScale: 0, quantityScale: 0 },
          5_000,
          0,
        );
        // The first update has finer prices, and no past goes behind a change of scales but that of the same levels.
        take({ kind: "update", seq: 2, ut: 2 });
        expect(book.isExact).toBe(form === "bigints");
        const states = [stateOf(present()), stateOf(present())];
        for (const update of updates) {
          const seq = states.length + 1;
          take({ kind: "update", seq, ut: seq, ...update });
          states.push(stateOf(present()));
        }
        const first = Math.max(0, states.length - 64);
        expect(book.history.oldestMs).toBe(first + 1);
        for (const [index, state] of states.entries()) {
          const visited = book.history.visit(present(), index + 1, (past, seq) => {
            expect([seq, stateOf(past)]).toEqual([index + 1, state]);
            return false;
          });
          expect(visited).toBe(index < first ? 0 : 1);
        }
        expect(stateOf(present())).toEqual(states.at(-1));
      }),
      { numRuns: 20 },
    );
  });
});
