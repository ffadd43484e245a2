import type { OrderStatus } from "@depthwire/schema";
import { expect, test } from "vitest";
import { AccountMirror } from "../mirror/account-mirror.js";
import { fillFromQuery, orderFromHistory } from "../mirror/account-records.js";
import { as, longOrder, queriedFill, shortOrder, type VenueOrder } from "../mirror/scripted-records.spec-kit.js";
import { auditFound, auditSuspects } from "./audit-orders.js";
import { mentionedOrders } from "./mentioned-orders.js";

const pair = "4BTC_USDT";
const fillOf = (id: string, quantity: number) => ({ pushedId: id, queriedId: id, quantity, price: 100, atMs: 5 });
const orderOf = (status: OrderStatus, ...quantities: readonly number[]): VenueOrder => ({
  id: "1",
  pair,
  side: "open-long",
  quantity: 9,
  createdAtMs: 1,
  updatedAtMs: 1,
  status,
  fills: quantities.map((quantity, at) => fillOf(String(at), quantity)),
});
const foundOf = (order: VenueOrder) => ({
  order: orderFromHistory(longOrder(order)),
  dealCount: order.fills.length,
  updatedAtMs: 1,
  fills: order.fills.map((fill) => fillFromQuery(as("1"), queriedFill(order, fill))),
  completeness: "complete" as const,
});

test.each<[string, VenueOrder, VenueOrder, boolean]>([
  ["as much in as many trades", orderOf("filled", 4, 5), orderOf("filled", 4, 5), true],
  ["as much in more trades than an answer tells", orderOf("filled", 4, 5), orderOf("filled", 9), false],
  ["less than the finished order says", orderOf("partly-cancelled", 4), orderOf("partly-cancelled", 4, 1), false],
  ["more than the finished order says", orderOf("partly-cancelled", 4, 1), orderOf("partly-cancelled", 4), false],
  ["less than the open order says", orderOf("partly-filled", 4), orderOf("partly-filled", 4, 1), false],
  ["more than the open order said a moment ago", orderOf("partly-filled", 4, 1), orderOf("partly-filled", 4), true],
])("trades that make %s: do they agree?", (_what, known, told, agrees) => {
  const mirror = new AccountMirror();
  mirror.found([foundOf(known)], new Map());
  const difference = {
    what: "order-fills",
    orderId: "1",
    knownCount: known.fills.length,
    orderCount: told.fills.length,
    orderQuantity: orderFromHistory(longOrder(told)).dealQuantity,
  };
  expect(auditFound(mirror, [foundOf(told)])).toMatchObject(agrees ? [] : [difference]);
});

test("an order of which nothing is known has nothing to disagree with", () => {
  expect(auditFound(new AccountMirror(), [foundOf(orderOf("filled", 9))])).toEqual([]);
});

test("where nobody can be asked, finished orders whose trades do not make what they say are differences", () => {
  const mirror = new AccountMirror();
  mirror.push({ kind: "order", value: shortOrder(orderOf("filled", 9)) });
  mirror.push({ kind: "order", value: { ...shortOrder(orderOf("partly-filled", 9)), orderId: as("2") } });
  expect(auditSuspects(mirror)).toEqual([
    {
      what: "order-fills",
      orderId: "1",
      knownQuantity: "0",
      knownCount: 0,
      orderQuantity: "9",
      orderCount: undefined,
    },
  ]);
});

test("messages speak of the orders that they tell, of the orders of their fills, and of no other", () => {
  const order = shortOrder(orderOf("open"));
  const named = (orderId: string) => ({ ...order, orderId: as<typeof order.orderId>(orderId) });
  const mentioned = mentionedOrders([
    { kind: "all-orders", value: [named("1"), named("2")] },
    { kind: "order", value: named("3") },
    { kind: "fill", value: { orderId: as("4"), pair: as("4ETH_USDT") } as never },
    { kind: "all-assets", value: [] },
    { kind: "plan-order", value: { orderId: as("5"), pair: as(pair) } as never },
  ]);
  expect([...mentioned]).toEqual([
    ["1", pair],
    ["2", pair],
    ["3", pair],
    ["4", "4ETH_USDT"],
  ]);
});
