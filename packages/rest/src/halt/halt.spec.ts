import { describe, expect, it } from "vitest";
import { type OrderState, type RestClient, Trader, type TraderEvent } from "../index.js";
import { type HaltScene, haltScene as scene } from "../spec-kit/halt-scene.spec-kit.js";
import { keepingVenue } from "../spec-kit/keeping-venue.spec-kit.js";

const order = { pair: "4BTC_USDT", quantity: "2", side: "open-long", type: "limit", price: "60000" } as const;

const kinds = (events: readonly TraderEvent[]): readonly string[] => events.map(({ kind }) => kind);

describe("a halt", () => {
  it("cancels this client's orders, those sent without a trader too, and leaves those of others", async () => {
    const { trader, client, settle, open, foreign, events, ends } = scene();
    await settle(trader.place(order));
    await settle(client.usdt.placeOrder(order));
    const theirs = foreign({ coi: "123" });
    const closing = foreign({ sd: 3 });
    expect(trader.halted).toBeUndefined();
    expect(await settle(trader.halt("enough"))).toBe("reached");
    expect(open()).toEqual([theirs.oi, closing.oi]);
    expect(trader.halted).toMatchObject({ reason: "enough", scope: "own", plans: "keep", isReached: true });
    expect(kinds(events)).toEqual(["halted", "halt-reached"]);
    expect(ends()).not.toContain("closeAll");
    expect(ends()).not.toContain("planOrderList");
  });

  it("leaves what was sent during it, and the next halt cancels that", async () => {
    const { trader, settle, open, ends } = scene();
    await settle(trader.halt("enough"));
    await settle(trader.place({ ...order, side: "close-long" }));
    expect(open()).toHaveLength(1);
    trader.resume();
    expect(await settle(trader.halt("again"))).toBe("reached");
    expect(open()).toEqual([]);
    expect(ends()).not.toContain("closeAll");
  });

  it("of scope account cancels the orders of everybody, pair by pair", async () => {
    const { trader, settle, open, foreign, ends } = scene();
    await settle(trader.place(order));
    foreign({ coi: "123" });
    foreign({ pi: "4ETH_USDT" });
    expect(await settle(trader.halt("enough", { scope: "account" }))).toBe("reached");
    expect(open()).toEqual([]);
    expect(ends().filter((end) => end === "closeAll")).toHaveLength(2);
    expect(ends()).not.toContain("closeBatch");
  });

  it("is an aim: an outage of half a minute delays it, and the stream's return ends the wait", async () => {
    let isDown = false;
    const { trader, settle, open, events, ends, pass } = scene(() => (isDown ? "down" : "answered"));
    for (let i = 0; i < 5; i++) {
      await settle(trader.place(order));
    }
    isDown = true;
    const halted = trader.halt("enough");
    await pass(30_000);
    expect(open()).toHaveLength(5);
    expect(trader.halted?.isReached).toBe(false);
    expect(kinds(events)).toContain("halt-round-failed");
    isDown = false;
    const before = ends().length;
    trader.connected();
    // At most what a call that was under way waits before it is repeated.
    await pass(4_000);
    expect(open()).toEqual([]);
    expect(await settle(halted)).toBe("reached");
    expect(ends().length - before).toBeLessThan(20);
  });

  it("repeats what the venue refuses, ever more seldom, until it takes it", async () => {
    let isRefusing = true;
    const { trader, settle, open, ends, pass } = scene(({ target }) =>
      isRefusing && /close(Batch)?$/.test(target) ? { refused: 3024 } : "answered",
    );
    await settle(trader.place(order));
    const halted = trader.halt("enough");
    await pass(60_000);
    const rounds = ends().filter((end) => end === "list").length / 4;
    expect(rounds).toBeGreaterThan(4);
    expect(rounds).toBeLessThan(20);
    expect(open()).toHaveLength(1);
    isRefusing = false;
    expect(await settle(halted)).toBe("reached");
    expect(open()).toEqual([]);
  });

  it("is not reached before every outcome is known: a request that is cut off may still arrive", async () => {
    const late: (() => void)[] = [];
    const venue = scene(({ target, body = "{}" }) => {
      if (target.endsWith("order/open")) {
        late.push(() => venue.foreign({ coi: JSON.parse(body).client_oid }));
        return "cut";
      }
      return "answered";
    });
    const { trader, settle, open, pass } = venue;
    const placing = trader.place(order).catch((error: unknown) => error);
    await pass(1_000);
    const halted = trader.halt("enough");
    await pass(25_000);
    expect(trader.halted?.isReached).toBe(false);
    late[0]?.();
    expect(open()).toHaveLength(1);
    expect(await settle(halted)).toBe("reached");
    expect(open()).toEqual([]);
    await settle(placing);
  });

  it("is not reached before the fence of an order that nobody resolves", async () => {
    const { client, trader, settle, clock, pass, events } = scene(({ target }) =>
      target.endsWith("order/open") ? "cut" : "answered",
    );
    await settle(client.usdt.placeOrder(order).catch(() => undefined));
    const halted = trader.halt("enough");
    await pass(31_000);
    expect(trader.halted?.isReached).toBe(false);
    // It says what it waits for, and until when: once, and not with each round.
    const waiting = events.flatMap((event) => (event.kind === "halt-waiting" ? event : []));
    expect(waiting).toMatchObject([{ halt: { reason: "enough" }, unknown: 1 }]);
    expect(Number(waiting[0]?.untilMs) / 1_000).toBeCloseTo(clock.epochMs() / 1_000 + 1, 0);
    expect(await settle(halted)).toBe("reached");
    expect(clock.monotonicMs()).toBeLessThan(45_000);
    expect(events.at(-1)?.kind).toBe("halt-reached");
  });

  it("cancels an order whose answer was on its way", async () => {
    let answer: () => void = () => undefined;
    const slow = new Promise<void>((resolve) => (answer = resolve));
    const venue = keepingVenue();
    const { client, settle, clock, open } = venue;
    const trader = new Trader({}, { venue: { ...client, ...held(client, slow) }, clock });
    await settle(client.measureVenueTime());
    const placing = trader.place(order);
    await clock.advanceAndSettle(10);
    const halted = trader.halt("enough");
    answer();
    await settle(placing);
    expect(await settle(halted)).toBe("reached");
    expect(open()).toEqual([]);
  });

  it("keeps opening orders of every kind from being sent, until trading is resumed", async () => {
    const { trader, client, settle, ends, events } = scene();
    await settle(trader.halt("enough"));
    const refused = { code: "halted", details: { reason: "enough" } };
    await expect(trader.place(order)).rejects.toMatchObject(refused);
    await expect(settle(client.usdt.placeOrder(order))).rejects.toMatchObject(refused);
    await expect(settle(client.usdt.placeOrder({ ...order, side: "open-short" }))).rejects.toMatchObject(refused);
    expect(ends()).not.toContain("open");
    trader.resume();
    expect(trader.halted).toBeUndefined();
    await settle(trader.place(order));
    await settle(client.usdt.placeOrder(order));
    expect(kinds(events)).toEqual(["halted", "halt-reached", "resumed"]);
  });

  it("of the client alone makes its trader cancel too", async () => {
    const { trader, client, settle, open } = scene();
    await settle(trader.place(order));
    client.halt("from outside", { scope: "account" });
    expect(await settle(trader.halted?.complete ?? Promise.resolve("none"))).toBe("reached");
    expect(trader.halted).toMatchObject({ reason: "from outside", scope: "account" });
    expect(open()).toEqual([]);
  });

  it("ends with what ended it", async () => {
    const resumed = scene(() => "down");
    const first = resumed.trader.halt("enough");
    await resumed.pass(1_000);
    resumed.trader.resume();
    expect(await first).toBe("resumed");
    const closed = scene(() => "down");
    const second = closed.trader.halt("enough");
    await closed.pass(1_000);
    closed.trader.close();
    closed.client.close();
    expect(await second).toBe("closed");
    await closed.clock.advanceAndSettle(120_000);
    expect(closed.clock.pending()).toBe(0);
  });

  it("is widened by a second one, and never narrowed", async () => {
    const { trader, settle, open, foreign } = scene();
    foreign({ coi: "123" });
    expect(await settle(trader.halt("first"))).toBe("reached");
    expect(open()).toHaveLength(1);
    expect(await settle(trader.halt("second", { scope: "account" }))).toBe("reached");
    expect(open()).toEqual([]);
    await settle(trader.halt("third"));
    expect(trader.halted).toMatchObject({ reason: "third", earlierReasons: ["first", "second"], scope: "account" });
  });

  it("that is reached reports what others open, once, and cancels what turns up of its own", async () => {
    const { trader, settle, open, foreign, events, client, pass } = scene();
    const before = foreign({ coi: "123" });
    await settle(client.usdt.placeOrder({ ...order, clientOrderId: "55" }));
    await settle(trader.halt("enough"));
    const heard = (orderId: string, clientOrderId: string): OrderState =>
      ({ ...order, orderId, clientOrderId, status: "open", dealQuantity: "0", dealPrice: "0" }) as never;
    trader.heard(heard(before.oi, "123"));
    expect(kinds(events)).not.toContain("order-while-halted");
    const later = foreign({ coi: "124" });
    trader.heard(heard(later.oi, "124"));
    trader.heard(heard(later.oi, "124"));
    expect(kinds(events).filter((kind) => kind === "order-while-halted")).toHaveLength(1);
    const own = foreign({ coi: "55" });
    trader.heard(heard(own.oi, "55"));
    await pass(10_000);
    expect(open()).toEqual([before.oi, later.oi]);
    expect(events.find(({ kind }) => kind === "client-order-id-twice")).toMatchObject({ clientOrderId: "55" });
  });
});

/** A client whose answers to order calls come when they are let. */
function held(client: RestClient, until: Promise<void>): Pick<RestClient, "usdt"> {
  const placeOrder: RestClient["usdt"]["placeOrder"] = async (...given) => {
    const placed = await client.usdt.placeOrder(...given);
    await until;
    return placed;
  };
  return { usdt: { ...client.usdt, placeOrder } };
}

describe("an order that closes a position", () => {
  it("is not taken along where the rest of its pair is cancelled after it", async () => {
    let isRefusing = true;
    const { trader, settle, open, foreign, pass } = scene(({ target }) =>
      isRefusing && /close(All|Batch)?$/.test(target) ? { refused: 3024 } : "answered",
    );
    foreign({ coi: "123" });
    const halted = trader.halt("enough", { scope: "account" });
    await pass(2_000);
    const closing = await settle(trader.place({ ...order, side: "close-long" }));
    isRefusing = false;
    expect(await settle(halted)).toBe("reached");
    expect(open()).toEqual([closing.orderId]);
  });
});

describe("plan orders at a halt", () => {
  const setUp = (): HaltScene => {
    const set = scene();
    set.plans.set("1", { pair: "4BTC_USDT", side: "long" });
    set.plans.set("2", { pair: "4BTC_USDT", side: "short" });
    set.plans.set("3", { pair: "4ETH_USDT", side: "long" });
    set.positions.set("4BTC_USDT long", { hc: "1", lc: "1" });
    set.positions.set("4ETH_USDT long", { hc: "0", lc: "0" });
    return set;
  };

  it("stay where they protect a position, whoever's halt it is", async () => {
    const own = setUp();
    await own.settle(own.trader.halt("enough"));
    expect([...own.plans.keys()]).toEqual(["1", "2", "3"]);
    const all = setUp();
    expect(await all.settle(all.trader.halt("enough", { scope: "account" }))).toBe("reached");
    expect([...all.plans.keys()]).toEqual(["1"]);
  });

  it("go where that is asked for: of the pairs that were traded, or all", async () => {
    const own = setUp();
    await own.settle(own.trader.place(order));
    await own.settle(own.trader.halt("enough", { plans: "cancel" }));
    expect([...own.plans.keys()]).toEqual(["3"]);
    const all = setUp();
    await all.settle(all.trader.halt("enough", { scope: "account", plans: "cancel" }));
    expect([...all.plans.keys()]).toEqual([]);
  });
});

describe("while trading is halted", () => {
  it("closing orders and cancels go out, and no halt cancels what closes", async () => {
    const { trader, settle, open, client } = scene();
    await settle(trader.halt("enough", { scope: "account" }));
    const closing = await settle(trader.place({ ...order, side: "close-long" }));
    const other = await settle(client.usdt.placeOrder({ ...order, side: "close-short" }));
    expect(await settle(trader.halt("still", { scope: "account" }))).toBe("reached");
    expect(open()).toEqual([closing.orderId, other.orderId]);
    await settle(closing.cancel());
    expect(open()).toEqual([other.orderId]);
  });

  it("flatten closes what is held, with orders that can only close, beyond the trader's limits", async () => {
    const { trader, settle, positions, foreign, open, orders, client } = scene(undefined, {
      limits: { maxOrderValue: "1" },
    });
    positions.set("4BTC_USDT long", { hc: "5", lc: "3" });
    positions.set("4BTC_USDT short", { hc: "1", lc: "1" });
    foreign({ sd: 3 });
    await settle(client.usdt.placeOrder({ ...order, side: "close-long", clientOrderId: "8" }));
    await settle(trader.halt("enough"));
    const { orders: closed, left } = await settle(trader.flatten());
    expect(closed.map(({ latest }) => `${latest.side} ${latest.quantity}`)).toEqual(["close-long 3", "close-short 1"]);
    expect(left).toEqual([expect.objectContaining({ side: "long", closableQuantity: "0" })]);
    expect(open()).toHaveLength(1);
    const own = [...orders.values()].filter(({ coi }) => coi !== undefined && coi !== "8");
    expect(own.map(({ sd }) => sd)).toEqual([3, 4]);
  });
});
