import type { Account } from "@depthwire/client";
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
