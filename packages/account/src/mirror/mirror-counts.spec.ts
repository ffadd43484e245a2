import { expect, test } from "vitest";
import { AccountMirror } from "./account-mirror.js";
import { fillFromQuery, orderFromHistory } from "./account-records.js";
import {
  as,
  longOrder,
  pushedChange,
  pushedFill,
  queriedChange,
  queriedFill,
  shortOrder,
  type VenueOrder,
} from "./scripted-records.spec-kit.js";

const pair = "4BTC_USDT";
const fillOf = (id: string, quantity: number, atMs = 10) => ({
  pushedId: id,
  queriedId: id,
  quantity,
  price: 100,
  atMs,
});
const orderOf = (more: Partial<VenueOrder> = {}): VenueOrder => ({
  id: "1",
  pair,
  side: "open-long",
  quantity: 9,
  createdAtMs: 10,
  updatedAtMs: 10,
  status: "open",
  fills: [],
  ...more,
});
const foundOf = (order: VenueOrder, dealCount = order.fills.length) => ({
  order: orderFromHistory(longOrder(order)),
  dealCount,
  updatedAtMs: order.updatedAtMs,
  fills: order.fills.map((fill) => fillFromQuery(as("1"), queriedFill(order, fill))),
  completeness: "complete" as const,
});

test("counts what it does not pass on, each for what it is", () => {
  const mirror = new AccountMirror();
  const order = orderOf();
  mirror.push({ kind: "fill", value: pushedFill(order, fillOf("a", 1), "sized") });
  expect(mirror.counters).toMatchObject({ repeatedFills: 0, sizelessFills: 0 });
  mirror.push({ kind: "fill", value: pushedFill(order, fillOf("a", 1), "sized") });
  expect(mirror.counters).toMatchObject({ repeatedFills: 1, sizelessFills: 0 });
  mirror.push({ kind: "fill", value: pushedFill(order, fillOf("b", 1, 20), "sizeless") });
  expect(mirror.counters).toMatchObject({ repeatedFills: 1, sizelessFills: 1 });
  mirror.found([foundOf(orderOf({ status: "partly-filled", fills: [fillOf("a", 1), fillOf("b", 1, 20)] }))], new Map());
  expect(mirror.counters).toMatchObject({ repeatedFills: 2, sizelessFills: 1 });
  const change = {
    pushedId: "p",
    queriedId: "p",
    pair,
    side: "long",
    type: "liquidate",
    quantity: 3,
    left: 0,
    atMs: 5,
  } as const;
  mirror.push({ kind: "position-change", value: pushedChange(change) });
  expect(mirror.counters.repeatedChanges).toBe(0);
  mirror.push({ kind: "position-change", value: pushedChange(change) });
  expect(mirror.counters.repeatedChanges).toBe(1);
});

test("the newest moment is that of the newest order or fill, and never goes back", () => {
  const mirror = new AccountMirror();
  expect(mirror.newestMs).toBeUndefined();
  mirror.push({ kind: "order", value: shortOrder(orderOf({ createdAtMs: 30 })) });
  expect(mirror.newestMs).toBe(30);
  mirror.push({ kind: "order", value: shortOrder(orderOf({ createdAtMs: 20 })) });
  expect(mirror.newestMs).toBe(30);
  mirror.push({ kind: "fill", value: pushedFill(orderOf(), fillOf("a", 1, 40), "sized") });
  expect(mirror.newestMs).toBe(40);
});

test("in how many trades an order was traded counts until it trades more", () => {
  const mirror = new AccountMirror();
  const ended = orderOf({ status: "partly-cancelled", fills: [fillOf("a", 4)] });
  // One trade of 4 was found, and the order says that it was two.
  mirror.found([foundOf(ended, 2)], new Map());
  expect(mirror.orders.suspects()).toEqual(["1"]);
  mirror.push({ kind: "order", value: shortOrder(ended) });
  expect(mirror.orders.suspects()).toEqual(["1"]);
  const more = orderOf({ status: "partly-cancelled", fills: [fillOf("a", 4), fillOf("b", 2, 20), fillOf("c", 1, 30)] });
  mirror.push({ kind: "order", value: shortOrder(more) });
  mirror.push({ kind: "fill", value: pushedFill(more, fillOf("b", 2, 20), "sized") });
  expect(mirror.orders.suspects()).toEqual(["1"]);
  mirror.push({ kind: "fill", value: pushedFill(more, fillOf("c", 1, 30), "sized") });
  expect(mirror.orders.suspects()).toEqual([]);
});

test("a fill of an order of which nothing else is known leaves trades to come in its pair, and the order unsettled", () => {
  const mirror = new AccountMirror();
  mirror.push({ kind: "fill", value: pushedFill(orderOf(), fillOf("a", 1), "sized") });
  expect([...mirror.orders.pairsWithTradesToCome()]).toEqual([pair]);
  expect(mirror.orders.unsettled("usdt-margined")).toEqual(["1"]);
  expect([mirror.orders.unsettled("coin-margined"), mirror.orders.suspects(), mirror.orders.hasOpen]).toEqual([
    [],
    [],
    false,
  ]);
  mirror.push({ kind: "fill", value: pushedFill(orderOf(), fillOf("b", 1, 20), "sizeless") });
  expect(mirror.orders.suspects()).toEqual(["1"]);
});

test("passive changes that an answer tells come in order of time among all that was found", () => {
  const mirror = new AccountMirror();
  const change = (id: string, atMs: number) =>
    queriedChange({ pushedId: id, queriedId: id, pair, side: "long", type: "liquidate", quantity: 1, left: 0, atMs });
  const order = orderOf({ status: "filled", quantity: 1, fills: [fillOf("a", 1, 20)], updatedAtMs: 20 });
  const facts = mirror.found([foundOf(order)], new Map([[as(pair), [change("q", 30), change("p", 10)]]]));
  expect(facts.map((fact) => (fact.kind === "position-change" ? fact.change.positionChangeId : fact.kind))).toEqual([
    "p",
    "fill",
    "order",
    "q",
  ]);
  expect(facts).toMatchObject(facts.map(() => ({ origin: "query" })));
});

test("a trade and a passive change make older answers about their positions worth nothing, until they are forgotten", () => {
  const mirror = new AccountMirror();
  const touched = () => ["long", "short"].filter((side) => mirror.tables.isTouched(`${pair} ${side}`));
  const order: VenueOrder = {
    id: "1",
    pair,
    side: "open-long",
    quantity: 4,
    createdAtMs: 10,
    updatedAtMs: 10,
    status: "partly-filled",
    fills: [],
  };
  mirror.push({ kind: "fill", value: pushedFill(order, fillOf("a", 1), "sized") });
  expect(touched()).toEqual(["long", "short"]);
  mirror.tables.forgetTouched();
  const change = {
    pushedId: "p",
    queriedId: "q",
    pair,
    side: "short",
    type: "liquidate",
    quantity: 1,
    left: 0,
  } as const;
  mirror.push({ kind: "position-change", value: pushedChange({ ...change, atMs: 20 }) });
  expect(touched()).toEqual(["short"]);
});
