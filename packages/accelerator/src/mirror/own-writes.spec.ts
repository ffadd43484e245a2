import type { AccountEvent } from "@depthwire/account";
import type { Clock } from "@depthwire/core";
import { createNodeClock } from "@depthwire/node";
import { expect, it } from "vitest";
import type { AccountMirror } from "./account-mirror.js";
import { OwnWrites } from "./own-writes.js";

const pair = "4BTC_USDT";

interface Scene {
  readonly writes: OwnWrites;
  hear(orderId: string, status: string): void;
  /** The process stands still, and its clock does not. */
  sleep(ms: number): void;
  /** The mirror is reconciled with the venue, whatever that shows. */
  reconcile(): void;
}

/** A mirror that hears what it is told. */
function scene(): Scene {
  const orders = new Map<string, object>();
  let listener: (event: AccountEvent) => void = () => undefined;
  const mirror = {
    state: { orders, planOrders: new Map() },
    reconciliations: 1,
    onEvent: (heard: typeof listener) => {
      listener = heard;
    },
  };
  const { epochMs, monotonicMs, after } = createNodeClock();
  let sleptMs = 0;
  const clock: Clock = { epochMs, after, monotonicMs: () => monotonicMs() + sleptMs };
  const writes = new OwnWrites(mirror as unknown as AccountMirror, clock);
  const hear = (orderId: string, status: string): void => {
    orders.set(orderId, { orderId, pair, status });
    listener({ kind: "order" } as AccountEvent);
  };
  return {
    writes,
    hear,
    sleep: (ms) => {
      sleptMs += ms;
    },
    reconcile: () => {
      mirror.reconciliations += 1;
    },
  };
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

it("lacks an order that no push told until the mirror was reconciled behind it, however long the process slept", async () => {
  const { writes, sleep, reconcile } = scene();
  writes.placed({ orderId: "1", pair }, writes.marks());
  sleep(600_000);
  expect(await writes.areIn("orders")).toBe(false);
  // This one may have begun before the order was placed.
  reconcile();
  expect(writes.haveComeIn("orders")).toBe(false);
  reconcile();
  expect(writes.haveComeIn("orders")).toBe(true);
});
