import { coin, usdt } from "@depthwire/schema";
import { expect, it } from "vitest";
import type { CallMaker } from "../index.js";
import { createReconciler } from "../internal.js";

const page = { page: 2, size: 50 };
const { signal } = new AbortController();
const answer = { items: ["an item"], orders: ["an order"] };

/** What a reconciler asked the venue, and what it made of the answer. */
async function ask(
  work: (reconciler: ReturnType<typeof createReconciler>) => Promise<unknown>,
): Promise<{ readonly asked: readonly unknown[]; readonly told: unknown }> {
  const asked: unknown[] = [];
  const call = (...given: readonly unknown[]): Promise<unknown> => {
    asked.push(...given);
    return Promise.resolve(answer);
  };
  return { told: await work(createReconciler({ call } as unknown as CallMaker)), asked };
}

it.each([
  ["usdt-margined", usdt],
  ["coin-margined", coin],
] as const)("asks for the past of %s contracts where that is, behind the caller's own reads", async (family, group) => {
  const options = { signal, priority: "background", timeoutMs: 60_000 };
  const history = await ask((venue) => venue.orderHistory({ family, ...page }, signal));
  expect(history).toEqual({ asked: [group.listOrderHistory, page, options], told: answer.items });
  const orderIds = ["1", "2"] as never;
  const byId = await ask((venue) => venue.ordersById({ family, orderIds }, signal));
  expect(byId).toEqual({ asked: [group.getHistoricalOrders, { orderIds, clientOrderIds: [] }, options], told: answer });
  const orderId = "1" as never;
  const fills = await ask((venue) => venue.fills({ family, ...page, orderId }, signal));
  expect(fills).toEqual({ asked: [group.listFills, { ...page, orderId }, options], told: answer.items });
  const pair = "4BTC_USDT" as never;
  const changes = await ask((venue) => venue.positionChanges({ family, ...page, pair }, signal));
  expect(changes).toEqual({ asked: [group.listPositionChanges, { ...page, pair }, options], told: answer.items });
});

it("asks for how the account stands, behind the caller's own reads", async () => {
  const options = { signal, priority: "background", timeoutMs: 60_000 };
  const side = "open-long" as const;
  const open = await ask((venue) => venue.openOrders({ ...page, side }, signal));
  expect(open).toEqual({ asked: [usdt.getOpenOrders, { ...page, side }, options], told: answer.orders });
  const assets = await ask((venue) => venue.assets(signal));
  expect(assets).toEqual({ asked: [usdt.getAssets, {}, options], told: answer });
  const positions = await ask((venue) => venue.positions(signal));
  expect(positions).toEqual({ asked: [usdt.getPositions, {}, options], told: answer });
  const planOrders = await ask((venue) => venue.planOrders(signal));
  expect(planOrders).toEqual({ asked: [usdt.getPlanOrders, {}, options], told: answer });
});
