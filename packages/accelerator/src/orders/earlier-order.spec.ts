import type { Account } from "@depthwire/client";
import { usdt } from "@depthwire/schema";
import { expect, it } from "vitest";
import type { OwnWrites } from "../mirror/own-writes.js";
import { findEarlierOrder } from "./earlier-order.js";
import type { OutcomeFence } from "./outcome-fence.js";

const pair = "4BTC_USDT";

/** What is waited for in the mirror once an order of an earlier process was found as it is. */
async function awaitedBehind(status: string): Promise<readonly string[]> {
  const awaited: string[] = [];
  const writes = {
    marks: () => ({}),
    placed: (order: { readonly orderId: string }) => awaited.push(order.orderId),
  } as unknown as OwnWrites;
  const account = { rest: { call: async () => [{ orderId: "17", pair, status }] } } as unknown as Account;
  const fence = { opened: async () => {}, verdictOf: () => undefined } as unknown as OutcomeFence;
  const found = await findEarlierOrder({ account, fence, writes }, "4711");
  expect(found).toEqual({ kind: "placed", order: { orderId: "17", clientOrderId: "4711", status } });
  return awaited;
}

it("lets no list of open orders lack an order of an earlier process that is told as placed now: it may have arrived behind the mirror's beginning", async () => {
  expect(await awaitedBehind("open")).toEqual(["17"]);
  expect(await awaitedBehind("partly-filled")).toEqual(["17"]);
  // The mirror need not have it, and nobody lists it.
  expect(await awaitedBehind("cancelled")).toEqual([]);
});

/** What became of an order of an earlier process, and what the venue was asked for it. */
async function foundOf(verdict: object | undefined, listed: readonly object[] = []) {
  const asked: unknown[] = [];
  const rest = {
    call: async (...words: readonly unknown[]) => {
      asked.push(words);
      return listed;
    },
  };
  const fence = { opened: async () => {}, verdictOf: () => verdict } as unknown as OutcomeFence;
  const writes = { marks: () => ({}), placed: () => {} } as unknown as OwnWrites;
  const found = await findEarlierOrder({ account: { rest } as unknown as Account, fence, writes }, "4711");
  return { found, asked };
}

const order = { orderId: "17", pair, status: "filled" };
const placed = { kind: "placed", order: { orderId: "17", clientOrderId: "4711", status: "filled" } };

it.each([
  ["certainly not placed: nobody is asked", { kind: "not-placed" }, [order], { kind: "not-placed" }, 0],
  ["placed: nobody is asked", { kind: "placed", orders: [order] }, [], placed, 0],
  ["placed and ended at once: nobody is asked", { kind: "rejected", orders: [order] }, [], placed, 0],
  ["placed, and lists no order: the venue has it", { kind: "placed", orders: [] }, [order], placed, 1],
  ["unknown: the venue has it", { kind: "unknown" }, [order], placed, 1],
  ["unknown, and the venue does not have it: it may still arrive", { kind: "unknown" }, [], { kind: "unknown" }, 1],
  ["absent, and the venue has it", undefined, [order], placed, 1],
  ["absent, and the venue does not have it: it was not sent", undefined, [], { kind: "not-sent" }, 1],
])("an earlier order whose verdict is %s", async (_, verdict, listed, expected, calls) => {
  const { found, asked } = await foundOf(verdict, listed);
  expect(found).toEqual(expected);
  const question = [usdt.getOrdersByClientOrderId, { clientOrderIds: ["4711"] }];
  expect(asked).toEqual(calls === 0 ? [] : [question]);
});
