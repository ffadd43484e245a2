import type { OrderId } from "@depthwire/schema";
import { expect, test } from "vitest";
import type { Difference } from "../mirror/difference.js";
import { as } from "../mirror/scripted-records.spec-kit.js";
import { GapAccumulator } from "./gap-accumulator.js";

const sizeOf = (pair: string): Difference => ({
  what: "position-size",
  pair: as(pair),
  side: "long",
  explainedQuantity: as("1"),
  venueQuantity: as("2"),
});
const missing = { what: "order-missing", orderId: as<OrderId>("7") } as const;

test("what was told of some orders is not told again by the next look at some", () => {
  const gaps = new GapAccumulator();
  gaps.settle([]);
  expect(gaps.settleSome([missing])).toEqual([{ kind: "difference", difference: missing }]);
  expect(gaps.hasTold("7")).toBe(true);
  expect(gaps.settleSome([])).toEqual([]);
  expect(gaps.settleSome([missing])).toEqual([]);
});

test("what a look at everything told is not told again by the next look at some", () => {
  const gaps = new GapAccumulator();
  expect(gaps.settle([missing])).toEqual([{ kind: "started" }, { kind: "difference", difference: missing }]);
  expect(gaps.settleSome([missing])).toEqual([]);
});

test("the size of each position is a difference of its own", () => {
  const gaps = new GapAccumulator();
  gaps.settle([sizeOf("4BTC_USDT")]);
  const other = sizeOf("4ETH_USDT");
  expect(gaps.settle([sizeOf("4BTC_USDT"), other])).toEqual([{ kind: "difference", difference: other }]);
});

test("each kind of difference is told once of each thing, and again once it was gone", () => {
  const coin = (name: string): Difference => ({ what: "asset", coin: as(name) });
  const position = (pair: string, side: "long" | "short"): Difference => ({ what: "position", pair: as(pair), side });
  const order = (orderId: string) => ({ orderId: as<OrderId>(orderId) });
  const lost = (id: string): Difference => ({ what: "not-pushed", ...order(id) });
  const less = (id: string): Difference => ({
    what: "order-traded-less",
    ...order(id),
    knownQuantity: as("2"),
    orderQuantity: as("1"),
  });
  const all = [
    coin("USDT"),
    coin("BTC"),
    position("4BTC_USDT", "long"),
    position("4BTC_USDT", "short"),
    position("4ETH_USDT", "long"),
    sizeOf("4BTC_USDT"),
    lost("1"),
    lost("2"),
    less("1"),
    less("2"),
    missing,
    { what: "buffer-overflow", dropped: 3 } as const,
    { what: "no-reconciler" } as const,
  ];
  const gaps = new GapAccumulator();
  gaps.settle([]);
  const told = all.map((difference) => ({ kind: "difference", difference }));
  expect(gaps.settle(all)).toEqual(told);
  expect(gaps.settle(all)).toEqual([]);
  expect(gaps.settle([{ what: "buffer-overflow", dropped: 9 }])).toEqual([]);
  expect(gaps.settle([])).toEqual([]);
  expect(gaps.settle(all)).toEqual(told);
});

test("what is alike but for its order, coin, pair or side is a difference of its own", () => {
  const orderFills = (orderId: string): Difference => ({
    what: "order-fills",
    orderId: as<OrderId>(orderId),
    knownQuantity: as("1"),
    knownCount: 1,
    orderQuantity: as("2"),
    orderCount: 2,
  });
  const notPushed = (orderId: string): Difference => ({ what: "not-pushed", orderId: as<OrderId>(orderId) });
  const less = (orderId: string): Difference => ({
    what: "order-traded-less",
    orderId: as<OrderId>(orderId),
    knownQuantity: as("2"),
    orderQuantity: as("1"),
  });
  const asset = (coin: string): Difference => ({ what: "asset", coin: as(coin) });
  const position = (pair: string, side: "long" | "short"): Difference => ({ what: "position", pair: as(pair), side });
  const pairs = [
    [orderFills("1"), orderFills("2")],
    [notPushed("1"), notPushed("2")],
    [less("1"), less("2")],
    [less("1"), notPushed("1")],
    [asset("BTC"), asset("USDT")],
    [position("4BTC_USDT", "long"), position("4BTC_USDT", "short")],
    [position("4BTC_USDT", "long"), position("4ETH_USDT", "long")],
    [position("4BTC_USDT", "long"), sizeOf("4BTC_USDT")],
  ] as const;
  for (const [one, other] of pairs) {
    const gaps = new GapAccumulator();
    gaps.settle([one]);
    expect(gaps.settle([one, other])).toEqual([{ kind: "difference", difference: other }]);
  }
});

test("a gap that is open becomes wider with each break, gives its reasons, and closes as a whole", () => {
  const gaps = new GapAccumulator();
  expect(gaps.open(10, 20)).toEqual([
    { kind: "gap", fromMs: 10, toMs: 20, reason: "disconnected", dropped: 0, missing: "unknown" },
  ]);
  expect(gaps.open(30, 40)).toMatchObject([{ fromMs: 10, toMs: 40 }]);
  expect(gaps.open(5, 50)).toMatchObject([{ fromMs: 5, toMs: 50 }]);
  expect(gaps.settle([missing])).toEqual([
    { kind: "started" },
    { kind: "gap-open", fromMs: 5, toMs: 50, reasons: [missing] },
  ]);
  expect(gaps.reasons).toEqual([missing]);
  expect(gaps.settle([])).toEqual([{ kind: "gap-closed", fromMs: 5, toMs: 50 }]);
  expect([gaps.gap, gaps.reasons]).toEqual([undefined, []]);
  expect(gaps.settle([])).toEqual([]);
  expect(gaps.open(60, 70)).toMatchObject([{ fromMs: 60, toMs: 70 }]);
});

test("requests that fail are a reason of the gap that is open, and a difference where none is", () => {
  const failed = { what: "reconciler-failed", code: "unexpected" } as const;
  const gaps = new GapAccumulator();
  expect(gaps.failed("unexpected")).toEqual([{ kind: "difference", difference: failed }]);
  expect(gaps.reasons).toEqual([]);
  gaps.open(10, 20);
  expect(gaps.failed("unexpected")).toEqual([{ kind: "gap-open", fromMs: 10, toMs: 20, reasons: [failed] }]);
  expect(gaps.reasons).toEqual([failed]);
});

test("a look at some orders tells nothing of its own while a gap is open", () => {
  const gaps = new GapAccumulator();
  gaps.settle([]);
  gaps.open(10, 20);
  expect(gaps.settleSome([missing])).toEqual([]);
  expect(gaps.settle([missing])).toMatchObject([{ kind: "gap-open", reasons: [missing] }]);
});

test("what is accepted of orders keeps no gap open any more; anything else that stays does", () => {
  const unequal: Difference = {
    what: "order-fills",
    orderId: as("8"),
    knownQuantity: as("1"),
    knownCount: 1,
    orderQuantity: as("2"),
    orderCount: 2,
  };
  const gaps = new GapAccumulator();
  gaps.open(10, 20);
  gaps.settle([missing, unequal, sizeOf("4BTC_USDT")]);
  gaps.accept();
  expect(gaps.settle([missing, unequal, sizeOf("4BTC_USDT")])).toMatchObject([
    { kind: "gap-open", reasons: [sizeOf("4BTC_USDT")] },
  ]);
  expect(gaps.settle([missing, unequal])).toMatchObject([{ kind: "gap-closed" }]);
});
