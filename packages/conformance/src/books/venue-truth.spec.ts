import { expect, it } from "vitest";
import type { ShownLevel } from "../client/client-line.js";
import { scaledText, type TrueVenue, VenueTruth } from "./venue-truth.js";

/** A venue that has published three states of P; of the first it no longer knows what it was. */
function venue() {
  const state = { newest: 3, hasMarket: true, levels: 6 };
  const side = (first: number, step: number, seq: number) => ({
    prices: Array.from({ length: state.levels }, (_, index) => first + step * index),
    quantities: Array.from({ length: state.levels }, () => 10 * seq),
  });
  const exchange = {
    published: (pair: string, seq = state.newest) =>
      pair !== "P" || seq < 2 || seq > state.newest
        ? undefined
        : { seq, window: { asks: side(1_001, 1, seq), bids: side(1_000, -1, seq) } },
    market: () => (state.hasMarket ? { priceScale: 1, quantityScale: 2 } : undefined),
  };
  return { state, truth: (pair = "P") => new VenueTruth({ exchange } as unknown as TrueVenue, pair) };
}

const asks: readonly ShownLevel[] = ["100.1", "100.2", "100.3", "100.4", "100.5"].map((price) => [price, "0.3"]);
const bids: readonly ShownLevel[] = ["100", "99.9", "99.8", "99.7", "99.6"].map((price) => [price, "0.3"]);
const right = { seq: 3, asks, bids };

it("a book is right that shows what the venue had under its number", () => {
  const { truth } = venue();
  expect(truth().differs(right)).toBeUndefined();
  expect(truth().differs({ ...right, asks: [...asks, ["100.6", "0.3"]] })).toBeUndefined();
  const before = [asks, bids].map((side) => side.map(([price]): ShownLevel => [price, "0.2"]));
  expect(truth().differs({ seq: 2, asks: before[0] ?? [], bids: before[1] ?? [] })).toBeUndefined();
});

it.each([
  [{ seq: 2 }, "ask 1 at number 2 is 100.1 x 0.3, the venue had 100.1 x 0.2"],
  [{ asks: [["100.2", "0.3"], ...asks.slice(1)] }, "ask 1 at number 3 is 100.2 x 0.3, the venue had 100.1 x 0.3"],
  [{ bids: [...bids.slice(0, 4), ["99.6", "3"]] }, "bid 5 at number 3 is 99.6 x 3, the venue had 99.6 x 0.3"],
  [{ asks: asks.slice(0, 4) }, "4 asks at number 3, where 5 or more were to be shown"],
  [{ bids: [] }, "0 bids at number 3, where 5 or more were to be shown"],
  [{ bids: [...bids, ["99.5", "0.3"], ["99.4", "0.3"]] }, "bid 7 at number 3 is 99.4 x 0.3, the venue had nothing"],
  [{ seq: 4 }, "number 4 was never published"],
  [{ seq: 1 }, "forgotten"],
] as const)("a book that shows %j differs: %s", (shown, words) => {
  expect(
    venue()
      .truth()
      .differs({ ...right, ...shown }),
  ).toBe(words);
});

it("fewer levels are to be shown where the venue has fewer", () => {
  const { state, truth } = venue();
  state.levels = 2;
  expect(truth().differs({ seq: 3, asks: asks.slice(0, 2), bids: bids.slice(0, 2) })).toBeUndefined();
  expect(truth().differs({ seq: 3, asks: asks.slice(0, 1), bids })).toBe(
    "1 asks at number 3, where 2 or more were to be shown",
  );
  state.hasMarket = false;
  expect(truth().differs({ seq: 3, asks: asks.slice(0, 2), bids })).toContain("the venue had nothing");
});

it("a book is as old as the venue has had a later one, as far as somebody looked", () => {
  const { state, truth } = venue();
  const seen = truth();
  expect([seen.newest, truth("Q").newest]).toEqual([3, 0]);
  seen.look(100);
  seen.look(150);
  state.newest = 4;
  seen.look(200);
  state.newest = 6;
  seen.look(300);
  expect([2, 3, 4, 5, 6].map((seq) => seen.ageMs(seq, 1_000))).toEqual([900, 800, 700, 700, 0]);
  const empty = truth("Q");
  empty.look(5);
  expect(empty.ageMs(-1, 10)).toBe(5);
});

it.each([
  [477_413, 1, "47741.3"],
  [5, 3, "0.005"],
  [50, 3, "0.05"],
  [120, 0, "120"],
  [0, 2, "0"],
])("%i with %i decimals is %s", (value, scale, text) => {
  expect(scaledText(value, scale)).toBe(text);
});
