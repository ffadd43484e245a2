import { fakeClock } from "@depthwire/testkit";
import { describe, expect, it } from "vitest";
import type { IntentStore, Remembered } from "../index.js";
import { SentOrders } from "../internal.js";
import { memoryStore, haltScene as scene } from "../spec-kit/halt-scene.spec-kit.js";
import { keepingVenue } from "../spec-kit/keeping-venue.spec-kit.js";
import type { SeenRequest } from "../spec-kit/scripted-venue.spec-kit.js";

const order = { pair: "4BTC_USDT", quantity: "2", side: "open-long", type: "limit", price: "60000" } as const;

function opens(seen: readonly SeenRequest[]): readonly SeenRequest[] {
  return seen.filter(({ target }) => target.endsWith("order/open"));
}

describe("a halt of an earlier process", () => {
  it("goes on in the next one: nothing is opened, and what was sent is cancelled", async () => {
    const store = memoryStore();
    const before = scene(undefined, {}, { intents: store });
    await before.settle(before.trader.place(order));
    before.client.halt("enough");
    await before.pass(10);
    before.trader.close();
    before.client.close();
    const after = scene(undefined, {}, { intents: store });
    for (const kept of before.orders.values()) {
      after.foreign({ ...kept, s: 1 });
    }
    const theirs = after.foreign({ coi: "123" });
    await after.pass(10);
    expect(after.trader.halted).toMatchObject({ reason: "enough", scope: "own" });
    await expect(after.trader.place(order)).rejects.toMatchObject({ code: "halted" });
    expect(await after.settle(after.trader.halted?.complete ?? Promise.resolve("none"))).toBe("reached");
    expect(after.open()).toEqual([theirs.oi]);
    after.trader.resume();
    await after.pass(10);
    const last = scene(undefined, {}, { intents: store });
    await last.pass(10);
    expect(last.trader.halted).toBeUndefined();
  });

  it("stops an order that is placed before the store has told of it", async () => {
    const store = memoryStore();
    await store.keepHalt?.({ reason: "before", sinceMs: 1, scope: "own", plans: "keep" });
    const { client, settle, seen } = scene(undefined, {}, { intents: store });
    await expect(settle(client.usdt.placeOrder(order))).rejects.toMatchObject({ details: { reason: "before" } });
    expect(opens(seen)).toEqual([]);
  });

  it("stops the first order of a client that knows the venue's time already, and has no trader", async () => {
    const store = memoryStore();
    await store.keepHalt?.({ reason: "before", sinceMs: 1, scope: "own", plans: "keep" });
    const { client, settle, seen } = keepingVenue(undefined, {}, { intents: store });
    await settle(client.measureVenueTime());
    await expect(settle(client.usdt.placeOrder(order))).rejects.toMatchObject({ details: { reason: "before" } });
    expect(opens(seen)).toEqual([]);
  });

  it("waits for the fence of orders that the process was killed over", async () => {
    const store = memoryStore();
    const signedAtMs = fakeClock().epochMs();
    const intent = { operation: "placeOrder", signedAtMs, clientOrderId: "9", ...order };
    store.remembered.set("9", { intent, end: undefined });
    const { trader, settle, pass, client } = scene(undefined, {}, { intents: store });
    const halted = trader.halt("enough");
    await pass(30_000);
    expect(trader.halted?.isReached).toBe(false);
    expect(await settle(halted)).toBe("reached");
    expect(client.sentOrders.unfinished()).toEqual([]);
    expect(store.remembered.get("9")?.end).toBe("not-sent");
  });

  it("no order is sent where the store does not tell, and the next one asks again", async () => {
    const store = memoryStore();
    let isBroken = true;
    const load = (): Promise<Remembered> => (isBroken ? Promise.reject(new Error("the disk")) : store.load());
    const { client, settle, seen } = scene(undefined, {}, { intents: { ...store, load } });
    await expect(settle(client.usdt.placeOrder(order))).rejects.toThrow("the disk");
    expect(opens(seen)).toEqual([]);
    isBroken = false;
    await settle(client.usdt.placeOrder(order));
  });
});

describe("a halt that the store refuses", () => {
  it("says so, is told again until the store has it, and stays for the next process", async () => {
    const store = memoryStore();
    let isFull = true;
    const keepHalt: IntentStore["keepHalt"] = (halt) =>
      isFull ? Promise.reject(new Error("the disk is full")) : (store.keepHalt?.(halt) ?? Promise.resolve());
    const { trader, settle, events, pass } = scene(undefined, {}, { intents: { ...store, keepHalt } });
    expect(await settle(trader.halt("enough"))).toBe("reached");
    expect(trader.halted).toMatchObject({ isReached: true, keeping: "failed" });
    expect(events.filter(({ kind }) => kind === "halt-not-kept")).toEqual([
      expect.objectContaining({
        halt: expect.objectContaining({ reason: "enough" }),
        error: new Error("the disk is full"),
      }),
    ]);
    await pass(20_000);
    expect(events.filter(({ kind }) => kind === "halt-not-kept")).toHaveLength(1);
    isFull = false;
    await pass(5_001);
    expect(trader.halted?.keeping).toBe("kept");
    expect((await store.load()).halt).toMatchObject({ reason: "enough" });
  });

  it("is not told of again once trading goes on: the last word is kept", async () => {
    const store = memoryStore();
    const told: (string | undefined)[] = [];
    const keepHalt: IntentStore["keepHalt"] = async (halt) => {
      told.push(halt?.reason);
      if (halt !== undefined) {
        throw new Error("the disk is full");
      }
    };
    const { trader, client, settle, pass } = scene(undefined, {}, { intents: { ...store, keepHalt } });
    await settle(trader.halt("enough"));
    trader.resume();
    await pass(20_000);
    expect(told.at(-1)).toBeUndefined();
    expect(client.haltKeeping).toBe("kept");
    const before = told.length;
    void trader.halt("again");
    client.close();
    await pass(20_000);
    expect(told.length).toBeLessThanOrEqual(before + 1);
  });

  it("without a store that keeps it is told as that", async () => {
    const { trader, settle } = scene();
    await settle(trader.halt("enough"));
    expect(trader.halted?.keeping).toBe("no-store");
  });
});

describe("an intent store", () => {
  it("hears of an order to which nothing can happen any more, and remembers that its id was used", async () => {
    const store = memoryStore();
    const finished: string[] = [];
    const told: typeof store = {
      ...store,
      finished: async ({ clientOrderId = "" }) => void finished.push(clientOrderId),
    };
    const { trader, settle } = scene(undefined, {}, { intents: told });
    const placed = await settle(trader.place({ ...order, clientOrderId: "5" }));
    expect(finished).toEqual([]);
    trader.heard({ ...placed.latest, clientOrderId: "5" as never, status: "cancelled" });
    expect(finished).toEqual(["5"]);
    const next = new SentOrders();
    const intent = { operation: "placeOrder", signedAtMs: 1, clientOrderId: "5" };
    next.recall([{ intent, end: "finished" }]);
    expect(next.unfinished()).toEqual([]);
    expect(() => next.claim("5")).toThrow(expect.objectContaining({ code: "value-invalid" }));
  });
});
