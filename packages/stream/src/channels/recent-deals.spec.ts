import type { Deal, Pair, Price, Quantity } from "@depthwire/schema";
import { beforeEach, describe, expect, it } from "vitest";
import { RecentDeals } from "./recent-deals.js";

let recent: RecentDeals;

beforeEach(() => {
  recent = new RecentDeals();
});

const deal = (tradedAtMs: number, fields: Partial<Record<keyof Deal, string>> = {}): Deal => ({
  pair: "4BTC_USDT" as Pair,
  price: "100" as Price,
  quantity: "1" as Quantity,
  side: "buy",
  ...(fields as object),
  tradedAtMs,
});
const deals = (...times: readonly number[]): Deal[] => times.map((time) => deal(time));
const timesOf = (list: readonly Deal[]): number[] => list.map(({ tradedAtMs }) => tradedAtMs);
const upTo = (last: number, first = 1): number[] =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index);

/** Trades come one by one, as far as they are not repeated. */
function hear(...times: readonly number[]): number[] {
  const news = recent.unrepeated(deals(...times));
  recent.add(news);
  return timesOf(news);
}

function take(...times: readonly number[]) {
  const { fresh, overlaps } = recent.takeList(deals(...times));
  return [timesOf(fresh), overlaps];
}

describe("trades that were told before a list that did not have them yet", () => {
  it("are not told again behind it, as many of them as were told", () => {
    expect(hear(1, 2, 3, 3, 4)).toEqual([1, 2, 3, 3, 4]);
    // The list had one of two that are alike.
    expect(take(1, 2, 3)).toEqual([[], true]);
    expect(hear(3)).toEqual([]);
    expect(hear(3)).toEqual([3]);
    expect(hear(4)).toEqual([]);
    expect(hear(5, 5)).toEqual([5, 5]);
  });

  it("may come together with new ones, and are all over once a newer one has come", () => {
    hear(1, 2, 4, 4);
    expect(take(1, 2)).toEqual([[], true]);
    expect(hear(4, 5)).toEqual([5]);
    expect(hear(4)).toEqual([4]);
  });

  it("are only those that are no older than the list's newest", () => {
    hear(1, 2, 2, 3);
    expect(take(1, 2, 2, 3)).toEqual([[], true]);
    expect(hear(2)).toEqual([2]);
    expect(hear(3)).toEqual([3]);
  });

  it("are told apart by price, quantity, side and time, however a number is written", () => {
    recent.add([deal(1), deal(3)]);
    recent.takeList(deals(1));
    const others = [{ price: "101" }, { quantity: "2" }, { side: "sell" }].map((fields) => deal(3, fields));
    const again = deal(3, { price: "100.0", quantity: "1.00" });
    expect(recent.unrepeated([...others, again])).toEqual(others);
  });
});

describe("a list", () => {
  it("that is the first has news alone; an empty one proves that nothing is missing only where nothing is known", () => {
    expect(take()).toEqual([[], true]);
    expect(take(1, 2)).toEqual([[1, 2], false]);
    expect(take()).toEqual([[], false]);
    expect(timesOf(recent.all)).toEqual([1, 2]);
  });

  it("reaches back where it begins before the newest trade that is known", () => {
    hear(1, 2, 3);
    expect(take(2, 3, 4)).toEqual([[4], true]);
    expect(take(4, 5)).toEqual([[5], false]);
    // What lies before the hole is forgotten.
    expect(timesOf(recent.all)).toEqual([4, 5]);
    expect(take(8, 9)).toEqual([[8, 9], false]);
    expect(timesOf(recent.all)).toEqual([8, 9]);
  });

  it("without a trade that it should have is of another past, of which only what is no older than what was told is news", () => {
    hear(1, 2, 3, 5);
    expect(take(1, 3, 5, 6)).toEqual([[5, 6], false]);
    expect(timesOf(recent.all)).toEqual([1, 3, 5, 6]);
    expect(hear(6)).toEqual([6]);
  });

  it("has no news among what was remembered once and is forgotten", () => {
    hear(...upTo(201));
    expect([recent.all.length, recent.all[0]?.tradedAtMs]).toEqual([100, 102]);
    expect(take(...upTo(202, 90))).toEqual([[202], true]);
    const whole = new RecentDeals();
    whole.add(deals(...upTo(200)));
    expect(whole.all).toHaveLength(200);
  });

  it("that is longer is remembered whole, up to a thousand", () => {
    take(...upTo(1_500));
    hear(...upTo(2_000, 1_501));
    expect(recent.all).toHaveLength(2_000);
    hear(2_001);
    expect([recent.all.length, recent.all[0]?.tradedAtMs]).toEqual([1_000, 1_002]);
    const short = new RecentDeals();
    short.takeList(deals(...upTo(300)));
    short.add(deals(...upTo(600, 301)));
    expect(short.all).toHaveLength(600);
    short.add(deals(601));
    expect(short.all).toHaveLength(300);
  });

  it("forgets all trades of a millisecond together: of a part nobody could tell which are known", () => {
    recent.add(deals(...upTo(99), ...upTo(5).map(() => 100), ...upTo(197, 101)));
    expect(recent.all[0]?.tradedAtMs).toBe(101);
    expect(take(...upTo(5).map(() => 100), ...upTo(197, 101))).toEqual([[], true]);
  });
});

it("a hole ends with the trades of its time", () => {
  hear(1, 2, 2, 3);
  recent.beginAt(2);
  expect(timesOf(recent.all)).toEqual([2, 2, 3]);
});
