import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { exactForm } from "../exact/form.js";
import { type SinkContent, sinkOf } from "../spec-kit/depth-sink.spec-kit.js";
import { noBookCounters } from "./book-counters.js";
import { BookHistory } from "./book-history.js";
import type { ColumnBook } from "./column-book.js";
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

function stateOf({ asks, bids }: ColumnBook) {
  return [asks, bids].map(({ length, columns }) => ({
    keys: Array.from(columns.keys.subarray(0, length)),
    quantities: Array.from(columns.quantities.subarray(0, length)),
  }));
}

describe("the history of a book", () => {
  it("leads back to each of the last 64 states, and leaves the present one alone", () => {
    fc.assert(
      fc.property(fc.array(changes, { minLength: 1, maxLength: 90 }), (updates) => {
        const rules = { sequencePolicy: "monotonic", sameLevel: "add-then-del", maxLevels: 100 } as const;
        const book = new DepthBook(rules, noBookCounters(), 0, { exact: exactForm, history: new BookHistory() });
        const take = (content: SinkContent) =>
          book.apply(sinkOf(content), { priceScale: 0, quantityScale: 0 }, 5_000, 0);
        book.remember();
        book.subscribed("new-connection");
        take({ kind: "snapshot", seq: 1, ut: 1, asks: [[112, 1]], bids: [[95, 1]] });
        const states = [stateOf(book.levels)];
        for (const update of updates) {
          const seq = states.length + 1;
          take({ kind: "update", seq, ut: seq, ...update });
          states.push(stateOf(book.levels));
        }
        const first = Math.max(0, states.length - 64);
        expect(book.history.oldestMs).toBe(first + 1);
        for (const [index, state] of states.entries()) {
          const visited = book.history.visit(book.levels, index + 1, (past, seq) => {
            expect([seq, stateOf(past as ColumnBook)]).toEqual([index + 1, state]);
            return false;
          });
          expect(visited).toBe(index < first ? 0 : 1);
        }
        expect(stateOf(book.levels)).toEqual(states.at(-1));
      }),
      { numRuns: 50 },
    );
  });
});
