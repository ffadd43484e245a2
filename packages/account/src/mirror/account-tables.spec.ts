import { expect, test } from "vitest";
import { AccountTables } from "./account-tables.js";
import { as, assetOf, planOf, positionOf } from "./scripted-records.spec-kit.js";

const pair = "4BTC_USDT";

test("what is told twice is one event: of assets, positions and plan orders", () => {
  const tables = new AccountTables();
  const tell = () => [
    ...tables.allAssets("push", [assetOf("USDT", 5), assetOf("BTC", 1)]),
    ...tables.allPositions("push", [positionOf(pair, "long", 1)]),
    ...tables.position("push", { ...positionOf(pair, "short", 2), quantity: as("2.00") }),
    ...(tables.planOrder("push", planOf("1", pair, "waiting")) as readonly object[]),
  ];
  expect(tell()).toHaveLength(5);
  tables.position("push", positionOf(pair, "short", 2));
  expect(tables.asset("query", assetOf("USDT", 5))).toEqual([]);
  expect(tables.position("query", positionOf(pair, "long", 1))).toEqual([]);
  expect(tables.planOrder("query", planOf("1", pair, "waiting"))).toEqual([]);
});

test("a position that never was, and is told with the size zero, is no event", () => {
  const tables = new AccountTables();
  expect(tables.position("push", positionOf(pair, "long", 0))).toEqual([]);
  expect(tables.positions.size).toBe(0);
});

test("whatever is told of something is remembered until that is forgotten: of each coin, position and plan order", () => {
  const tables = new AccountTables();
  const keys = ["USDT", `${pair} long`, `${pair} short`, "1", "BTC"];
  const touched = () => keys.filter((key) => tables.isTouched(key));
  tables.asset("push", assetOf("USDT", 5));
  tables.position("push", positionOf(pair, "long", 0));
  tables.planOrder("push", planOf("1", pair, "waiting"));
  expect(touched()).toEqual(["USDT", `${pair} long`, "1"]);
  tables.forgetTouched();
  expect(touched()).toEqual([]);
  tables.positionGone("query", positionOf(pair, "short", 1));
  expect(touched()).toEqual([`${pair} short`]);
});

test("plan orders that ended stay ended: the last thousand of them, and no more", () => {
  const tables = new AccountTables();
  for (let id = 0; id <= 1_000; id++) {
    tables.planOrder("push", planOf(String(id), pair, "cancelled"));
  }
  expect(tables.planOrder("push", planOf("1", pair, "waiting"))).toBe("late");
  expect(tables.planOrder("push", planOf("1", pair, "cancelled"))).toEqual([]);
  expect(tables.planOrders.size).toBe(0);
  expect(tables.planOrder("push", planOf("0", pair, "waiting"))).toHaveLength(1);
  expect([...tables.planOrders.keys()]).toEqual(["0"]);
  expect(tables.planOrderVanished(planOf("0", pair, "waiting"))).toMatchObject([{ kind: "plan-order-vanished" }]);
  expect(tables.planOrders.size).toBe(0);
});
