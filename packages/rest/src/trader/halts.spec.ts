import { describe, expect, it } from "vitest";
import { type OrderState, Trader, type TraderEvent, type TraderOptions } from "../index.js";
import { memoryStore } from "../spec-kit/halt-scene.spec-kit.js";
import { type Fate, type KeepingVenue, keepingVenue } from "../spec-kit/keeping-venue.spec-kit.js";
import type { SeenRequest } from "../spec-kit/scripted-venue.spec-kit.js";

const order = { pair: "4BTC_USDT", quantity: "2", side: "open-long", type: "limit", price: "60000" } as const;

interface Scene extends KeepingVenue {
  readonly trader: Trader;
  readonly events: TraderEvent[];
  /** What the trader logged, as level, event and fields. */
  readonly log: unknown[][];
  kinds(): readonly string[];
  pass(ms: number): Promise<void>;
}

function scene(
  fateOf?: (request: SeenRequest) => Fate,
  options: TraderOptions = {},
  venue: KeepingVenue = keepingVenue(fateOf),
): Scene {
  const events: TraderEvent[] = [];
  const log: unknown[][] = [];
  const trader = new Trader(
    { listener: (event) => events.push(event), ...options },
    { venue: venue.client, clock: venue.clock, logger: { log: (...line) => log.push(line) } },
  );
  const pass = (ms: number): Promise<void> =>
    venue.settle(new Promise<void>((resolve) => void venue.clock.after(ms, resolve)), ms + 1_000);
  return { ...venue, trader, events, log, kinds: () => events.map(({ kind }) => kind), pass };
}

const heard = (orderId: string, status: OrderState["status"] = "open"): OrderState =>
  ({ ...order, orderId, status, dealQuantity: "0", dealPrice: "0" }) as never;

describe("a halt", () => {
  it("is logged as it begins, fails a round, is reached, and meets others' orders", async () => {
    let isDown = true;
    const { trader, settle, log, pass, foreign } = scene(() => (isDown ? { refused: 3012 } : "answered"));
    const halted = trader.halt("enough");
    await pass(200);
    isDown = false;
    await settle(halted);
    const { oi } = foreign({});
    trader.heard(heard(oi));
    expect(log).toEqual([
      ["warn", "trading-halted", { reason: "enough", scope: "own" }],
      ["error", "halt-round-failed", { cause: "venue-refused" }],
      ["warn", "halt-reached", { reason: "enough" }],
      ["warn", "order-while-halted", { pair: "4BTC_USDT", orderId: oi }],
    ]);
  });

  it("that waits for an order whose outcome is not known is logged with the time until when it may", async () => {
    const { trader, client, settle, pass, log, events } = scene(({ target }) =>
      target.endsWith("order/open") ? "cut" : "answered",
    );
    await settle(client.usdt.placeOrder(order).catch(() => undefined));
    const [sent] = client.sentOrders.unfinished();
    void trader.halt("enough");
    await pass(1_000);
    const untilMs = (sent?.intent?.signedAtMs ?? 0) + 32_000;
    expect(log).toContainEqual(["warn", "halt-waiting", { unknown: 1, untilMs }]);
    expect(events).toContainEqual(expect.objectContaining({ kind: "halt-waiting", unknown: 1, untilMs }));
  });

  it("goes on where its listener throws, which is logged", async () => {
    const { trader, settle, log } = scene(undefined, {
      listener: ({ kind }) => {
        throw new Error(`no ear for ${kind}`);
      },
    });
    expect(await settle(trader.halt("enough"))).toBe("reached");
    expect(log).toContainEqual(["error", "listener-failed", { event: "halted", cause: "Error: no ear for halted" }]);
  });

  it("is known to whoever is told that it began", async () => {
    const reasons: unknown[] = [];
    const { trader, settle } = scene(undefined, {
      listener: ({ kind }) => reasons.push([kind, trader.halted?.reason, trader.halted?.isReached]),
    });
    await settle(trader.halt("enough"));
    trader.resume();
    expect(reasons).toEqual([
      ["halted", "enough", false],
      ["halt-reached", "enough", true],
      ["resumed", undefined, undefined],
    ]);
  });

  it("of an earlier process that cannot be recalled is logged, not thrown", async () => {
    const load = (): Promise<never> => Promise.reject(new Error("the disk"));
    const { log, pass } = scene(undefined, {}, keepingVenue(undefined, {}, { intents: { ...memoryStore(), load } }));
    await pass(10);
    expect(log).toEqual([["error", "halt-not-recalled", { cause: "Error: the disk" }]]);
  });

  it("that began before the trader was made is pursued", async () => {
    const venue = keepingVenue();
    await venue.settle(venue.client.usdt.placeOrder(order));
    venue.client.halt("before");
    const { trader, settle, kinds } = scene(undefined, {}, venue);
    expect(trader.halted?.reason).toBe("before");
    expect(await settle(trader.halted?.complete ?? Promise.resolve("none"))).toBe("reached");
    expect(venue.open()).toEqual([]);
    expect(kinds()).toEqual(["halted", "halt-reached"]);
  });

  it("goes on at once when the stream is live, however long it would wait", async () => {
    let isRefusing = true;
    const { trader, settle, open, pass } = scene(({ target }) =>
      isRefusing && /close(Batch)?$/.test(target) ? { refused: 3024 } : "answered",
    );
    await settle(trader.place(order));
    void trader.halt("enough");
    await pass(20_000);
    isRefusing = false;
    trader.connected();
    await pass(100);
    expect(open()).toEqual([]);
  });

  it("that is widened before it is reached is reached once", async () => {
    let isDown = true;
    const { trader, settle, kinds, pass } = scene(() => (isDown ? "down" : "answered"));
    const first = trader.halt("first");
    await pass(1_000);
    const second = trader.halt("second", { scope: "account" });
    isDown = false;
    expect(await settle(Promise.all([first, second]))).toEqual(["reached", "reached"]);
    await pass(1_000);
    expect(kinds().filter((kind) => kind === "halt-reached")).toHaveLength(1);
  });

  it("that was widened ends with the wider one, and asks for nothing beside it", async () => {
    const { trader, settle, ends, pass } = scene(() => "down");
    const both = [trader.halt("first"), trader.halt("second", { scope: "account" })];
    await pass(1_000);
    trader.resume();
    expect(await settle(Promise.all(both))).toEqual(["resumed", "resumed"]);
    await pass(1_000);
    const before = ends().length;
    await pass(60_000);
    expect(ends()).toHaveLength(before);
  });

  it.each(["resumed", "closed"] as const)("that is %s is not reached, and asks for nothing any more", async (how) => {
    const { trader, settle, kinds, pass, ends, client } = scene(() => "down");
    const halted = trader.halt("enough");
    await pass(1_000);
    if (how === "resumed") {
      trader.resume();
    } else {
      trader.close();
    }
    expect(await settle(halted)).toBe(how);
    await pass(1_000);
    const before = ends().length;
    await pass(60_000);
    expect(ends()).toHaveLength(before);
    expect(kinds()).not.toContain("halt-reached");
    expect(trader.halted?.isReached ?? false).toBe(false);
    if (how === "closed") {
      const told = kinds().length;
      client.halt("again", { scope: "account" });
      expect(kinds()).toHaveLength(told);
    }
  });

  it("of an account that is resumed cancels nothing any more, and tells of nothing that it waited for", async () => {
    let isDown = false;
    const { trader, settle, kinds, pass, ends, client } = scene(({ target }) => {
      if (target.endsWith("order/open")) {
        return isDown ? "cut" : "answered";
      }
      return isDown ? { until: new Promise(() => undefined) } : "answered";
    });
    await settle(trader.place(order));
    isDown = true;
    await settle(client.usdt.placeOrder(order).catch(() => undefined));
    const halted = trader.halt("enough", { scope: "account" });
    await pass(100);
    expect(ends()).toContain("closeAll");
    trader.resume();
    expect(await settle(halted)).toBe("resumed");
    const before = ends().length;
    await pass(60_000);
    expect(
      ends()
        .slice(before)
        .filter((end) => end.startsWith("close")),
    ).toEqual([]);
    expect(kinds()).toEqual(["halted", "resumed"]);
  });

  it("of an account cancels a pair in one call, however many orders it has", async () => {
    const { trader, settle, foreign, open, ends } = scene();
    for (let count = 0; count < 30; count++) {
      foreign({ coi: String(count + 1) });
    }
    expect(await settle(trader.halt("enough", { scope: "account" }))).toBe("reached");
    expect(open()).toEqual([]);
    expect(ends().filter((end) => end.startsWith("close"))).toEqual(["closeAll"]);
  });

  it("of an account keeps the plans of each position that is held, and cancels all others", async () => {
    const { trader, settle, plans, positions } = scene();
    positions.set("4BTC_USDT long", { hc: "1", lc: "1" });
    positions.set("4ETH_USDT short", { hc: "1", lc: "1" });
    plans.set("1", { pair: "4BTC_USDT", side: "long" });
    plans.set("2", { pair: "4ETH_USDT", side: "short" });
    plans.set("3", { pair: "4BTC_USDT", side: "short" });
    plans.set("4", { pair: "4ETH_USDT", side: "long" });
    expect(await settle(trader.halt("enough", { scope: "account" }))).toBe("reached");
    expect([...plans.keys()]).toEqual(["1", "2"]);
  });

  it("looks for what became of an order once at a time", async () => {
    const { trader, client, settle, pass, ends } = scene(({ target }) =>
      target.endsWith("order/open") ? "cut" : "answered",
    );
    await settle(client.usdt.placeOrder(order).catch(() => undefined));
    void trader.halt("enough");
    await pass(7_000);
    expect(ends().filter((end) => end === "listBatchByClientOid")).toHaveLength(4);
  });

  it("of a trader that was closed ends at once, and changes nothing where none is", async () => {
    const closed = scene();
    closed.trader.close();
    expect(await closed.trader.halt("late")).toBe("closed");
    const { trader, kinds, ends, pass } = scene();
    trader.connected();
    trader.resume();
    await pass(1_000);
    expect(trader.halted).toBeUndefined();
    expect(kinds()).not.toContain("halted");
    expect(ends()).toEqual([]);
  });

  it("is as short as the caller knows the venue to be in taking requests", async () => {
    const { trader, settle, clock } = scene(({ target }) => (target.endsWith("order/open") ? "cut" : "answered"), {
      outcomes: { toleranceMs: 2_000, marginMs: 0 },
    });
    await settle(trader.place(order, { onUnknown: "throw" }).catch(() => undefined));
    expect(await settle(trader.halt("enough"))).toBe("reached");
    expect(clock.monotonicMs()).toBeLessThan(8_000);
  });

  it("at a disconnect leaves one alone that is there", async () => {
    const { trader, settle } = scene(undefined, { onDisconnect: "halt", halt: { scope: "account" } });
    await settle(trader.halt("by hand", { scope: "own" }));
    trader.disconnected();
    expect(trader.halted).toMatchObject({ reason: "by hand", scope: "own", isReached: true });
  });
});

describe("others' orders", () => {
  it("are no event while nothing is halted, before a halt is reached, or when they are finished", async () => {
    let isDown = true;
    const { trader, settle, kinds, pass } = scene(() => (isDown ? "down" : "answered"));
    trader.heard(heard("1"));
    const halted = trader.halt("enough");
    await pass(1_000);
    trader.heard(heard("2"));
    isDown = false;
    await settle(halted);
    trader.heard(heard("3", "cancelled"));
    expect(kinds()).not.toContain("order-while-halted");
    trader.heard(heard("4"));
    expect(kinds()).toContain("order-while-halted");
  });

  it("are told once each, ten thousand of them", async () => {
    const { trader, settle, kinds } = scene();
    await settle(trader.halt("enough"));
    const count = (): number => kinds().filter((kind) => kind === "order-while-halted").length;
    for (let id = 1; id <= 10_000; id++) {
      trader.heard(heard(String(id)));
      trader.heard(heard(String(id)));
    }
    expect(count()).toBe(10_000);
    trader.heard(heard("10001"));
    trader.heard(heard("10001"));
    trader.heard(heard("1"));
    expect(count()).toBe(10_002);
  });
});
