import type { UnknownOutcome } from "@depthwire/core";
import { fakeClock } from "@depthwire/testkit";
import { describe, expect, it } from "vitest";
import type { RememberedIntent } from "../index.js";
import { haltScene, memoryStore } from "../spec-kit/halt-scene.spec-kit.js";

const order = { pair: "4BTC_USDT", quantity: "2", side: "open-long", type: "limit", price: "60000" } as const;

const intentOf = (clientOrderId: string): UnknownOutcome => ({
  operation: "placeOrder",
  signedAtMs: fakeClock().epochMs(),
  clientOrderId,
  ...order,
});

function storeWith(intents: readonly RememberedIntent[]): ReturnType<typeof memoryStore> {
  const store = memoryStore();
  for (const one of intents) {
    store.remembered.set(one.intent.clientOrderId ?? "", one);
  }
  return store;
}

describe("what an earlier process left", () => {
  it("is told order by order: what is there, what is not, and what was answered", async () => {
    const store = storeWith([
      { intent: intentOf("1"), end: undefined },
      { intent: intentOf("2"), end: "unknown" },
      { intent: intentOf("3"), end: "answered" },
      { intent: intentOf("4"), end: "answered" },
      { intent: intentOf("5"), end: "finished" },
      { intent: { operation: "transfer", signedAtMs: 1 }, end: undefined },
    ]);
    const { client, settle, foreign, clock } = haltScene(undefined, {}, { intents: store });
    const [first, third] = [foreign({ coi: "1" }), foreign({ coi: "3", s: 3 })];
    const outcomes = await settle(client.resolvePending(), 200_000);
    expect(outcomes.map(({ intent, wasAnswered, verdict }) => [intent.clientOrderId, wasAnswered, verdict])).toEqual([
      ["1", false, { kind: "placed", orders: [expect.objectContaining({ orderId: first.oi, status: "open" })] }],
      ["2", false, { kind: "not-placed" }],
      ["3", true, { kind: "placed", orders: [expect.objectContaining({ orderId: third.oi, status: "filled" })] }],
      // It was placed, whatever the venue still shows.
      ["4", true, { kind: "placed", orders: [] }],
      [undefined, false, { kind: "unknown", reason: "no-client-order-id" }],
    ]);
    // Absence was believed behind the fence alone.
    expect(clock.monotonicMs()).toBeGreaterThan(32_000);
    expect(client.sentOrders.unfinished().map(({ clientOrderId }) => clientOrderId)).toEqual(["1"]);
    expect(store.remembered.get("2")?.end).toBe("not-sent");
    expect(store.remembered.get("1")?.end).toBe("answered");
  });

  it("is told until it is known, and nothing where nothing was left", async () => {
    let isSilent = true;
    const store = storeWith([{ intent: intentOf("1"), end: undefined }]);
    const scene = haltScene(() => (isSilent ? "down" : "answered"), {}, { intents: store });
    const first = await scene.settle(scene.client.resolvePending({ timeoutMs: 5_000 }), 200_000);
    expect(first).toMatchObject([{ verdict: { kind: "unknown", reason: "venue-silent" } }]);
    isSilent = false;
    expect(await scene.settle(scene.client.resolvePending(), 200_000)).toMatchObject([
      { verdict: { kind: "not-placed" } },
    ]);
    expect(await scene.client.resolvePending()).toEqual([]);
    expect(await haltScene().client.resolvePending()).toEqual([]);
  });
});
