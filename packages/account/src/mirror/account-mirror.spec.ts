import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import type { ClientOrderId } from "@depthwire/schema";
import { describe, expect, test } from "vitest";
import type { DeliveredFact } from "../ports/delivered-store.js";
import { AccountMirror } from "./account-mirror.js";
import { fillFromQuery, marginFamilyOf, orderFromHistory } from "./account-records.js";
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

setFlagsFromString("--expose-gc");
const collectGarbage: () => void = runInNewContext("gc");

const pair = "4BTC_USDT";
const orderOf = (id: string, more: Partial<VenueOrder> = {}): VenueOrder => ({
  id,
  pair,
  side: "open-long",
  quantity: 4,
  createdAtMs: 10,
  updatedAtMs: 10,
  status: "open",
  fills: [],
  ...more,
});

describe("what is pushed", () => {
  test("assets are told when an amount changed, by value", () => {
    const mirror = new AccountMirror();
    expect(mirror.push({ kind: "all-assets", value: [assetOf("USDT", 5)] })).toMatchObject([{ kind: "asset" }]);
    const same = { ...assetOf("USDT", 5), available: as<ReturnType<typeof assetOf>["available"]>("5.00") };
    expect(mirror.push({ kind: "asset", value: same })).toEqual([]);
    expect(mirror.push({ kind: "asset", value: assetOf("USDT", 6) })).toMatchObject([
      { asset: { available: "6" }, previous: { available: "5" } },
    ]);
  });

  test("a position ends by the size zero, and by its absence from the whole", () => {
    const mirror = new AccountMirror();
    mirror.push({ kind: "all-positions", value: [positionOf(pair, "long", 1), positionOf(pair, "short", 2)] });
    expect(mirror.push({ kind: "position", value: positionOf(pair, "long", 0) })).toMatchObject([
      { kind: "position", side: "long", position: undefined, previous: { quantity: "1" } },
    ]);
    expect(mirror.push({ kind: "all-positions", value: [] })).toMatchObject([{ side: "short", position: undefined }]);
    expect(mirror.tables.positions.size).toBe(0);
  });

  test("a late status is dropped and counted, a repeated one only counted", () => {
    const mirror = new AccountMirror();
    mirror.push({ kind: "order", value: shortOrder(orderOf("1", { status: "cancelled" })) });
    expect(mirror.push({ kind: "order", value: shortOrder(orderOf("1")) })).toEqual([]);
    expect(mirror.push({ kind: "order", value: shortOrder(orderOf("1", { status: "cancelled" })) })).toEqual([]);
    expect(mirror.counters).toMatchObject({ lateOrders: 1, repeatedOrders: 1 });
    expect(mirror.orders.get(as("1"))?.order?.status).toBe("cancelled");
  });

  const fillOf = (quantity: number) => ({ pushedId: "f", queriedId: "f", quantity, price: 100, atMs: 10 });
  const traded = (status: VenueOrder["status"], quantity: number) =>
    shortOrder(orderOf("1", { status, fills: quantity === 0 ? [] : [fillOf(quantity)] }));

  test("what an order traded never becomes less: an end that says less is a difference, told once", () => {
    const mirror = new AccountMirror();
    mirror.push({ kind: "order", value: traded("partly-filled", 3) });
    const told = mirror.push({ kind: "order", value: traded("cancelled", 0) });
    const difference = { what: "order-traded-less", orderId: "1", knownQuantity: "3", orderQuantity: "0" };
    expect(told).toMatchObject([
      { kind: "difference", difference },
      { kind: "order", order: { status: "cancelled", dealQuantity: "3", dealPrice: "100.5" } },
    ]);
    expect(mirror.push({ kind: "order", value: traded("cancelled", 0) })).toEqual([]);
    // Its trades are still owed.
    expect(mirror.orders.suspects()).toEqual(["1"]);
  });

  test("a message that is late for its status still tells what was traded", () => {
    const mirror = new AccountMirror();
    mirror.push({ kind: "order", value: traded("cancelled", 0) });
    expect(mirror.push({ kind: "order", value: traded("partly-filled", 3) })).toMatchObject([
      { kind: "order", order: { status: "cancelled", dealQuantity: "3" } },
    ]);
    expect(mirror.push({ kind: "order", value: traded("partly-filled", 2) })).toEqual([]);
    expect(mirror.counters.lateOrders).toBe(1);
    // The order was done with, and is not any more.
    expect(mirror.orders.suspects()).toEqual(["1"]);
  });

  test("of the message that told an order nothing is kept but the order", () => {
    const mirror = new AccountMirror();
    const messageLength = 20_000;
    collectGarbage();
    const beforeBytes = process.memoryUsage().heapUsed;
    for (let number = 0; number < 1_000; number++) {
      // Engines let a part of a text keep the whole.
      const message = `${String(17_592_186_080_000 + number)}${String(number % 10).repeat(messageLength)}`;
      const clientOrderId = as<string>(message.slice(1, 15));
      for (const status of ["open", "cancelled"] as const) {
        const order = shortOrder(orderOf(message.slice(0, 14), { status }));
        mirror.push({ kind: "order", value: { ...order, clientOrderId: as(clientOrderId) } });
      }
    }
    collectGarbage();
    expect(process.memoryUsage().heapUsed - beforeBytes).toBeLessThan(5_000_000);
    expect([...mirror.orders.values()]).toHaveLength(1_000);
  });

  test("of the message that told a fill nothing is kept but the fill", () => {
    const mirror = new AccountMirror();
    const messageLength = 20_000;
    collectGarbage();
    const beforeBytes = process.memoryUsage().heapUsed;
    for (let number = 0; number < 1_000; number++) {
      const message = `${String(17_592_186_080_000 + number)}${String(number % 10).repeat(messageLength)}`;
      const fill = { pushedId: message.slice(0, 14), queriedId: "", quantity: 1, price: 1, atMs: 10 };
      const record = pushedFill(orderOf(String(number)), fill, "sized");
      mirror.push({ kind: "fill", value: { ...record, dealPrice: as(`1.${message.slice(14, 30)}`) } });
    }
    collectGarbage();
    expect(process.memoryUsage().heapUsed - beforeBytes).toBeLessThan(5_000_000);
    expect([...mirror.orders.values()].filter(({ fills }) => fills.count === 1)).toHaveLength(1_000);
  });

  test("a plan order that ended does not come back", () => {
    const mirror = new AccountMirror();
    mirror.push({ kind: "plan-order", value: planOf("1", pair, "waiting") });
    expect(mirror.push({ kind: "plan-order", value: planOf("1", pair, "counterpart-triggered") })).toMatchObject([
      { previous: { status: "waiting" } },
    ]);
    expect(mirror.push({ kind: "plan-order", value: planOf("1", pair, "waiting") })).toEqual([]);
    expect(mirror.counters.latePlanOrders).toBe(1);
    expect(mirror.tables.planOrders.size).toBe(0);
  });
});

describe("what is found", () => {
  test("comes in order of time over all orders, each order behind its last trade", () => {
    const mirror = new AccountMirror();
    const fillOf = (id: string, atMs: number) => ({ pushedId: id, queriedId: id, quantity: 2, price: 100, atMs });
    const orders = [
      orderOf("1", { status: "filled", fills: [fillOf("a", 20), fillOf("d", 50)], updatedAtMs: 50 }),
      orderOf("2", { status: "cancelled", updatedAtMs: 40 }),
      orderOf("3", { status: "partly-filled", fills: [fillOf("b", 30)], updatedAtMs: 30 }),
    ];
    const facts = mirror.found(
      orders.map((order) => ({
        order: orderFromHistory(longOrder(order)),
        dealCount: order.fills.length,
        updatedAtMs: order.updatedAtMs,
        fills: order.fills.map((fill) => fillFromQuery(as(order.id), queriedFill(order, fill))),
        completeness: "complete" as const,
      })),
      new Map(),
    );
    const said = facts.map((fact) => {
      return fact.kind === "fill"
        ? fact.fill.fillId
        : fact.kind === "order"
          ? `order ${fact.order.orderId}`
          : fact.kind;
    });
    expect(said).toEqual(["a", "b", "order 3", "order 2", "d", "order 1"]);
    expect(mirror.orders.suspects()).toEqual([]);
    expect(mirror.orders.unsettled("usdt-margined")).toEqual(["3"]);
  });

  test("a passive change comes once under two ids, and those that its owner asked for are no events", () => {
    const mirror = new AccountMirror();
    const change = {
      pushedId: "p",
      queriedId: "q",
      pair,
      side: "long",
      type: "liquidate",
      quantity: 3,
      left: 0,
      atMs: 5,
    } as const;
    expect(mirror.push({ kind: "position-change", value: pushedChange(change) })).toMatchObject([
      { kind: "position-change", change: { quantityChange: "-3" } },
    ]);
    const answer = [queriedChange(change), queriedChange({ ...change, queriedId: "r", type: "close" })];
    expect(mirror.found([], new Map([[as(pair), answer]]))).toEqual([]);
  });
});

test("settled orders are forgotten oldest first, open ones never", () => {
  const mirror = new AccountMirror();
  for (const [at, id] of ["1", "2", "3", "4"].entries()) {
    const status = id === "2" ? "open" : "cancelled";
    mirror.push({ kind: "order", value: shortOrder(orderOf(id, { status, createdAtMs: at })) });
  }
  expect(mirror.orders.forget(1)).toBe(2);
  expect([...mirror.orders.values()].map(({ orderId }) => orderId)).toEqual(["2", "4"]);
});

test("a pair tells its family", () => {
  expect([marginFamilyOf(as(pair)), marginFamilyOf(as("5BTC_USD"))]).toEqual(["usdt-margined", "coin-margined"]);
});

const oneFill = { pushedId: "f", queriedId: "f", quantity: 1, price: 100, atMs: 10 };
const liquidated = {
  pushedId: "p",
  queriedId: "q",
  pair,
  side: "long",
  type: "liquidate",
  quantity: 3,
  left: 0,
  atMs: 5,
} as const;

test("whatever is pushed is told as pushed", () => {
  const mirror = new AccountMirror();
  const facts = [
    mirror.push({ kind: "all-assets", value: [assetOf("USDT", 5)] }),
    mirror.push({ kind: "asset", value: assetOf("USDT", 6) }),
    mirror.push({ kind: "all-positions", value: [positionOf(pair, "long", 1)] }),
    mirror.push({ kind: "position", value: positionOf(pair, "long", 2) }),
    mirror.push({ kind: "all-orders", value: [shortOrder(orderOf("1"))] }),
    mirror.push({ kind: "order", value: shortOrder(orderOf("2")) }),
    mirror.push({ kind: "fill", value: pushedFill(orderOf("2"), oneFill, "sized") }),
    mirror.push({ kind: "position-change", value: pushedChange(liquidated) }),
    mirror.push({ kind: "plan-order", value: planOf("1", pair, "waiting") }),
  ].flat();
  const kinds = ["asset", "asset", "position", "position", "order", "order", "fill", "position-change", "plan-order"];
  expect(facts).toMatchObject(kinds.map((kind) => ({ kind, origin: "push" })));
});

test("what an earlier process delivered is known: orders, fills and passive changes are not told again", () => {
  const before = new AccountMirror();
  const pushes = (mirror: AccountMirror) => [
    ...mirror.push({ kind: "order", value: shortOrder(orderOf("1", { status: "partly-filled", fills: [oneFill] })) }),
    ...mirror.push({ kind: "fill", value: pushedFill(orderOf("1"), oneFill, "sized") }),
    ...mirror.push({ kind: "position-change", value: pushedChange(liquidated) }),
  ];
  const told = pushes(before);
  expect(told.map(({ kind }) => kind)).toEqual(["order", "fill", "position-change"]);
  const after = new AccountMirror();
  after.restore(told as readonly DeliveredFact[]);
  expect(pushes(after)).toEqual([]);
});

test("a pair has trades to come while an order of it traded more than was told", () => {
  const mirror = new AccountMirror();
  const fill = { pushedId: "f", queriedId: "f", quantity: 3, price: 100, atMs: 10 };
  const toCome = () => [...mirror.orders.pairsWithTradesToCome()];
  mirror.push({ kind: "order", value: shortOrder(orderOf("1")) });
  expect(toCome()).toEqual([]);
  mirror.push({ kind: "order", value: shortOrder(orderOf("1", { status: "partly-filled", fills: [fill] })) });
  expect(toCome()).toEqual([pair]);
  mirror.push({ kind: "fill", value: pushedFill(orderOf("1"), fill, "sized") });
  expect(toCome()).toEqual([]);
  expect([...mirror.sizes.pairs()]).toEqual([pair]);
});

test("an order of the history keeps the id that its sender gave it", () => {
  const told = { ...longOrder(orderOf("1")), clientOrderId: as<ClientOrderId>("77") };
  expect(orderFromHistory(told).clientOrderId).toBe("77");
  expect(orderFromHistory(longOrder(orderOf("1")))).not.toHaveProperty("clientOrderId");
});
