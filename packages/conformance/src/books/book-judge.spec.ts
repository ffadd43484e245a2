import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { pair } from "../venue.js";
import { BookJudge, lookEveryMs } from "./book-judge.js";

const oldAfterMs = 5_000;
const none = { prices: [], quantities: [] };
let judge: BookJudge;
/** The number of the venue's newest book; its books are empty. */
let newest = 1;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["performance"] });
  newest = 1;
  const published = (_: string, seq = newest) => ({ seq, updatedAtMs: 0, window: { asks: none, bids: none } });
  judge = new BookJudge({ exchange: { published, market: () => undefined } }, pair, oldAfterMs);
});
afterEach(() => {
  vi.useRealTimers();
});

function show(seq: number): void {
  judge.heard({ kind: "book", isLive: true, seq, asks: [], bids: [] });
}

/** Time passes, and the judge looks as often as it should. */
function watch(forMs: number): void {
  for (let ms = 0; ms < forMs; ms += lookEveryMs) {
    vi.advanceTimersByTime(lookEveryMs);
    judge.look();
  }
}

it("calls a book old that is shown long after the venue has left it", () => {
  show(1);
  newest = 2;
  judge.look();
  watch(oldAfterMs);
  expect(judge.findings).toEqual([]);
  watch(lookEveryMs);
  expect(judge.findings).toEqual([
    { kind: "old-book", what: "number 1 is shown as live 5.0 s after the venue left it" },
  ]);
});

it("calls none old for a time in which nobody looked: the client had it no better", () => {
  show(1);
  newest = 2;
  judge.look();
  // A machine that is starved, or asleep.
  vi.advanceTimersByTime(20 * oldAfterMs);
  show(2);
  newest = 3;
  judge.look();
  vi.advanceTimersByTime(20 * oldAfterMs);
  judge.look();
  expect(judge.findings).toEqual([]);
  watch(oldAfterMs);
  expect(judge.findings).toMatchObject([{ kind: "old-book" }]);
});
