import { describe, expect, it } from "vitest";
import { haltScene } from "../spec-kit/halt-scene.spec-kit.js";

const order = { pair: "4BTC_USDT", quantity: "2", side: "open-long", type: "limit", price: "60000" } as const;

/** A store that takes intents and never says that it has their ends. */
const slowStore = { begin: async () => undefined, end: () => new Promise<void>(() => undefined) };

const late = (logs: readonly { readonly event: string }[]): number =>
  logs.filter(({ event }) => event === "intent-store-late").length;

describe("an intent store that does not end", () => {
  it("does not hide beyond the call's time that an order was placed", async () => {
    const scene = haltScene(undefined, {}, { intents: slowStore }, { timeoutMs: 4_000 });
    expect((await scene.settle(scene.trader.place(order), 5_000)).orderId).toBe("100");
    expect(scene.clock.monotonicMs()).toBeLessThan(5_000);
    expect(late(scene.logs)).toBe(1);
  });

  it("does not hide beyond the call's time that an order was refused", async () => {
    const refusing = haltScene(() => ({ refused: 2027 }), {}, { intents: slowStore }, { timeoutMs: 4_000 });
    await expect(refusing.settle(refusing.trader.place(order), 5_000)).rejects.toMatchObject({ venueCode: 2027 });
  });

  it("does not hide what a search found", async () => {
    const fateOf = ({ target }: { readonly target: string }) => (target.endsWith("order/open") ? "lost" : "answered");
    const scene = haltScene(fateOf, {}, { intents: slowStore }, { timeoutMs: 4_000 });
    expect((await scene.settle(scene.trader.place(order), 25_000)).orderId).toBe("100");
    expect(late(scene.logs)).toBeGreaterThan(0);
  });

  it("is waited for no longer than the caller's signal says", async () => {
    const scene = haltScene(undefined, {}, { intents: slowStore });
    const controller = new AbortController();
    const placing = scene.trader.place(order, { signal: controller.signal });
    scene.clock.after(1_000, () => controller.abort());
    expect((await scene.settle(placing, 2_000)).orderId).toBe("100");
  });
});

describe("an intent store that does not take an order", () => {
  it("keeps it from being sent: the next process would not know of it", async () => {
    const intents = { ...slowStore, begin: () => Promise.reject(new Error("the disk is full")) };
    const { client, settle, ends } = haltScene(undefined, {}, { intents });
    await expect(settle(client.usdt.placeOrder({ ...order, clientOrderId: "7" }))).rejects.toThrow("the disk is full");
    expect(ends()).toEqual([]);
    expect(client.sentOrders.unfinished()).toEqual([]);
  });
});

it.each(["sends-once", "may-repeat"] as const)(
  "an order that is filled, and forgotten before its store answers, still has its handle: %s",
  async (runtime) => {
    const ends: (() => void)[] = [];
    const intents = { ...slowStore, end: () => new Promise<void>((resolve) => void ends.push(resolve)) };
    const { trader, client, clock, settle } = haltScene(undefined, {}, { intents }, { keptOrders: 1 }, runtime);
    const market = { ...order, type: "market" } as const;
    await settle(client.measureVenueTime());
    const [first, ...others] = ["1", "2", "3", "4"].map((clientOrderId) => trader.place({ ...market, clientOrderId }));
    await clock.advanceAndSettle(1_000);
    void trader.place({ ...market, clientOrderId: "5" });
    expect(client.sentOrders.find({ clientOrderId: "1" })).toBeUndefined();
    for (const end of ends) {
      end();
    }
    await expect(settle(first ?? Promise.reject(new Error("none")))).resolves.toMatchObject({ orderId: "100" });
    await settle(Promise.all(others));
  },
);

it("what a store and a venue refuse hides no outcome where nobody logs it", async () => {
  let refusals = 1;
  const failing = { ...slowStore, end: () => Promise.reject(new Error("the disk is full")) };
  for (const intents of [failing, slowStore]) {
    const { client, settle } = haltScene(
      () => (refusals-- > 0 ? { refused: 2091 } : "answered"),
      {},
      { intents, logger: undefined },
      { timeoutMs: 20_000 },
    );
    await settle(client.usdt.getOpenOrders({ side: "open-long" }));
    expect(await settle(client.usdt.placeOrder(order))).toMatchObject({ orderId: "100" });
  }
});

it("a client without a store says nothing of one", async () => {
  const { client, settle, logs } = haltScene(undefined, {}, { intents: undefined });
  expect(await settle(client.usdt.placeOrder(order))).toMatchObject({ orderId: "100" });
  client.halt("enough");
  client.resume();
  expect(client.haltKeeping).toBe("no-store");
  expect(logs).toEqual([]);
});
