import type { ClientOrderId } from "@depthwire/schema";
import { expect, test } from "vitest";
import { AccountMirror } from "./account-mirror.js";
import { fillFromPush, fillFromQuery, orderFromHistory, passiveChangeOf } from "./account-records.js";
import { tablesOf } from "./account-state.js";
import {
  as,
  assetOf,
  longOrder,
  planOf,
  positionOf,
  pushedChange,
  pushedFill,
  queriedChange,
  queriedFill,
  shortOrder,
  type VenueOrder,
} from "./scripted-records.spec-kit.js";

const pair = "4BTC_USDT";
const fill = { pushedId: "f", queriedId: "g", quantity: 2, price: 100, atMs: 20 };
const order: VenueOrder = {
  id: "1",
  pair,
  side: "open-long",
  quantity: 4,
  createdAtMs: 10,
  updatedAtMs: 20,
  status: "partly-filled",
  fills: [fill],
};

test("an order of the history reads as the same order reads that is pushed", () => {
  expect(orderFromHistory(longOrder(order))).toStrictEqual(shortOrder(order));
  const { source: _, ...unsourced } = longOrder(order);
  expect(orderFromHistory(unsourced)).not.toHaveProperty("source");
});

test("a trade reads alike from a push and from an answer, but for its id", () => {
  const trade = {
    orderId: "1",
    pair,
    side: "open-long",
    source: "api",
    price: "100.5",
    dealPrice: "100",
    dealQuantity: "2",
    fee: "0.1",
    tokenFeeDeduction: "0",
    couponFeeDeduction: "0",
    liquidity: "maker",
    createdAtMs: 20,
  };
  expect(fillFromPush(pushedFill(order, fill, "sizeless"), as("2.00"))).toStrictEqual({ ...trade, fillId: "f" });
  expect(fillFromQuery(as("1"), queriedFill(order, fill))).toStrictEqual({ ...trade, fillId: "g" });
  const named = { ...pushedFill(order, fill, "sized"), clientOrderId: as<ClientOrderId>("77") };
  expect(fillFromPush(named, as("2")).clientOrderId).toBe("77");
});

test("a passive change reads alike from a push and from an answer, but for its id", () => {
  const change = {
    pushedId: "p",
    queriedId: "q",
    pair,
    side: "long",
    type: "liquidate",
    quantity: 3,
    left: 0,
  } as const;
  const told = { pair, side: "long", type: "liquidate", price: "90", quantityChange: "-3", createdAtMs: 5 };
  expect(passiveChangeOf(pushedChange({ ...change, atMs: 5 }))).toStrictEqual({ ...told, positionChangeId: "p" });
  expect(passiveChangeOf(queriedChange({ ...change, atMs: 5 }))).toStrictEqual({ ...told, positionChangeId: "q" });
});

test("the account's tables are copies: both sides of a pair together, and orders of which only fills came left out", () => {
  const mirror = new AccountMirror();
  mirror.push({ kind: "all-assets", value: [assetOf("USDT", 5)] });
  mirror.push({ kind: "all-positions", value: [positionOf(pair, "long", 1), positionOf(pair, "short", 2)] });
  mirror.push({ kind: "order", value: shortOrder(order) });
  mirror.push({ kind: "fill", value: pushedFill({ ...order, id: "2" }, fill, "sized") });
  mirror.push({ kind: "plan-order", value: planOf("7", pair, "waiting") });
  const tables = tablesOf(mirror);
  mirror.push({ kind: "all-positions", value: [] });
  mirror.push({ kind: "asset", value: assetOf("BTC", 1) });
  mirror.push({ kind: "plan-order", value: planOf("7", pair, "cancelled") });
  expect([...tables.assets.keys()]).toEqual(["USDT"]);
  expect(tables.positions.get(pair)).toMatchObject({ long: { quantity: "1" }, short: { quantity: "2" } });
  expect([...tables.orders.keys()]).toEqual(["1"]);
  expect([...tables.planOrders.keys()]).toEqual(["7"]);
});
