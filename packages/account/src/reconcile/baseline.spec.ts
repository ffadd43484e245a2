import type { OrderStatus } from "@depthwire/schema";
import { fakeClock } from "@depthwire/testkit";
import { expect, test } from "vitest";
import { AccountMirror } from "../mirror/account-mirror.js";
import { defaultAccountOptions } from "../mirror/account-options.js";
import {
  as,
  longOrder,
  positionOf,
  queriedChange,
  shortOrder,
  type VenueOrder,
} from "../mirror/scripted-records.spec-kit.js";
import { Asker } from "./asker.js";
import { Baseline, type IsOwnOrder } from "./baseline.js";
import type { Reconciler } from "./reconciler.js";

const pair = "4BTC_USDT";
const orderOf = (id: string, createdAtMs: number, status: OrderStatus = "filled"): VenueOrder => ({
  id,
  pair,
  side: "open-long",
  quantity: 1,
  createdAtMs,
  updatedAtMs: createdAtMs,
  status,
  fills: [],
});

/** A baseline that was taken at a venue with these orders, newest first. */
async function taken(history: readonly VenueOrder[], isOwn?: IsOwnOrder, pageSize = 2) {
  const mirror = new AccountMirror();
  const asked: string[] = [];
  const open = history.filter(({ status }) => status === "open");
  const venue: Partial<Reconciler> = {
    openOrders: async ({ side, page }) => (side === "open-long" && page === 1 ? open.map(shortOrder) : []),
    orderHistory: async ({ page, size }) => {
      asked.push(`history ${page}`);
      return history.slice((page - 1) * size, page * size).map(longOrder);
    },
    positions: async () => [positionOf("4ETH_USDT", "long", 1)],
    positionChanges: async (request) => {
      asked.push(`changes ${request.pair}`);
      const change = {
        pushedId: "c",
        queriedId: `change of ${request.pair}`,
        pair: request.pair,
        side: "long",
      } as const;
      return [queriedChange({ ...change, type: "liquidate", quantity: 1, left: 0, atMs: 1 })];
    },
  };
  const baseline = new Baseline(isOwn);
  const asker = new Asker(venue as Reconciler, fakeClock(), new AbortController().signal);
  await baseline.take(asker, mirror, { ...defaultAccountOptions, pageSize });
  await baseline.take(asker, mirror, { ...defaultAccountOptions, pageSize });
  return { baseline, asked, mirror, covers: (order: VenueOrder) => baseline.covers(longOrder(order)) };
}

test("what had finished is covered, what was open and what comes later is not", async () => {
  const at = await taken([orderOf("3", 30), orderOf("2", 20, "open"), orderOf("1", 10)]);
  const orders = [
    orderOf("1", 10),
    orderOf("2", 20),
    orderOf("3", 30),
    orderOf("4", 30),
    orderOf("5", 31),
    orderOf("0", 5),
  ];
  expect(orders.filter(at.covers).map(({ id }) => id)).toEqual(["1", "3", "0"]);
  expect(at.baseline.isTaken).toBe(true);
  expect(at.baseline.beginning(at.mirror, 99)).toEqual({
    beforeMs: 30,
    openIds: ["2"],
    finishedIds: ["3"],
    changeIds: [`change of ${pair}`, "change of 4ETH_USDT"],
    takenAtMs: 99,
  });
});

test("the newest page is enough, but where it all happened in one millisecond or has orders of this client's", async () => {
  const apart = await taken([orderOf("4", 40), orderOf("3", 30), orderOf("2", 20)]);
  expect(apart.asked).toEqual(["history 1", `changes ${pair}`, "changes 4ETH_USDT"]);
  const together = await taken([
    orderOf("4", 40),
    orderOf("3", 40),
    orderOf("2", 20),
    orderOf("1", 10),
    orderOf("0", 5),
  ]);
  expect(together.asked.slice(0, 2)).toEqual(["history 1", "history 2"]);
  expect(together.asked).not.toContain("history 3");
  const own = await taken(
    [orderOf("4", 40), orderOf("3", 30), orderOf("2", 20), orderOf("1", 10), orderOf("0", 5)],
    ({ orderId }) => orderId === "3",
  );
  expect(own.asked).toContain("history 2");
  expect(own.asked).not.toContain("history 3");
  expect([own.covers(orderOf("3", 30)), own.covers(orderOf("4", 40))]).toEqual([false, true]);
  expect(own.baseline.beginning(own.mirror, 1)).toMatchObject({ openIds: ["3"], finishedIds: ["4", "2", "1"] });
});

test("what was forgotten is covered, whoever sent it, but for what was open at the beginning", async () => {
  const at = await taken([orderOf("2", 20, "open"), orderOf("1", 10)], () => true);
  at.baseline.forgot(51);
  at.baseline.forgot(40);
  const orders = [orderOf("2", 20), orderOf("7", 50), orderOf("8", 51)];
  expect(orders.filter(at.covers).map(({ id }) => id)).toEqual(["7"]);
});

test("a process that goes on takes the beginning of the one before it", () => {
  const baseline = new Baseline();
  expect(baseline.isTaken).toBe(false);
  baseline.restore({ beforeMs: 30, openIds: [as("2")], finishedIds: [as("3")], changeIds: [], takenAtMs: 1 });
  expect(baseline.isTaken).toBe(true);
  const orders = [orderOf("2", 20), orderOf("3", 30), orderOf("4", 30), orderOf("1", 10)];
  expect(orders.filter((order) => baseline.covers(longOrder(order))).map(({ id }) => id)).toEqual(["3", "1"]);
});
