import type { AccountEvent } from "@depthwire/account";
import { createNodeClock } from "@depthwire/node";
import { expect, it } from "vitest";
import type { AccountMirror } from "./account-mirror.js";
import { OwnWrites } from "./own-writes.js";

const pair = "4BTC_USDT";

/** A mirror that hears what it is told. */
function scene(): { writes: OwnWrites; hear: (orderId: string, status: string) => void } {
  const orders = new Map<string, object>();
  let listener: (event: AccountEvent) => void = () => undefined;
  const mirror = {
    state: { orders, planOrders: new Map() },
    onEvent: (heard: typeof listener) => {
      listener = heard;
    },
  } as unknown as AccountMirror;
  const writes = new OwnWrites(mirror, createNodeClock());
  const hear = (orderId: string, status: string): void => {
    orders.set(orderId, { orderId, pair, status });
    listener({ kind: "order" } as AccountEvent);
  };
  return { writes, hear };
}

it("has an order once the mirror heard of it", async () => {
  const { writes, hear } = scene();
  writes.placed({ orderId: "1", pair }, writes.marks());
  expect(await writes.areIn("orders")).toBe(false);
  hear("1", "open");
  expect(await writes.areIn("orders")).toBe(true);
});

it("has a cancel of an order that was not heard of yet only once it is heard as cancelled", async () => {
  const { writes, hear } = scene();
  writes.placed({ orderId: "1", pair }, writes.marks());
  expect(writes.openOrders(pair)).toEqual(["1"]);
  writes.cancelled(writes.openOrders(pair), writes.marks());
  hear("1", "open");
  expect(await writes.areIn("orders")).toBe(false);
  hear("1", "cancelled");
  expect(await writes.areIn("orders")).toBe(true);
});

it("does not wait for a cancel of what nobody knows", async () => {
  const { writes } = scene();
  writes.cancelled(["7"], writes.marks());
  expect(await writes.areIn("orders")).toBe(true);
});
