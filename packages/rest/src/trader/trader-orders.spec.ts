import { coin, type Operation, usdt } from "@depthwire/schema";
import { describe, expect, it } from "vitest";
import { type OrderState, type RestClient, Trader, type TraderOptions, type TraderPorts } from "../index.js";
import { type Fate, type KeepingVenue, keepingVenue } from "../spec-kit/keeping-venue.spec-kit.js";
import type { SeenRequest } from "../spec-kit/scripted-venue.spec-kit.js";

const order = { pair: "4BTC_USDT", quantity: "2", side: "open-long", type: "limit", price: "60000" } as const;
const contract = {
  pair: "4BTC_USDT",
  minLeverage: "1",
  maxLeverage: "100",
  contractValue: "0.5",
  makerFeeRate: "0",
  takerFeeRate: "0",
  maxOrderQuantity: "2",
  maxOpenOrders: 10,
  maxPositionQuantity: "100",
};

interface Scene extends KeepingVenue {
  readonly trader: Trader;
}

/** @param references what contracts the venue lists; `never`: it does not answer */
function scene(
  options: TraderOptions = {},
  fateOf?: (request: SeenRequest) => Fate,
  references: readonly object[] | "never" = [contract],
  ports: Partial<TraderPorts> = {},
): Scene {
  const venue = keepingVenue(fateOf);
  const answers = new Map<Operation, () => readonly object[]>([
    [usdt.getContracts, () => (references === "never" ? [] : references)],
    [usdt.getPrecisions, () => [{ pair: "4BTC_USDT", priceScale: 1 }]],
    [coin.getContracts, () => []],
    [coin.getPrecisions, () => []],
    [usdt.getKlines, () => []],
  ]);
  const call = (operation: Operation, params: never, callOptions: never): Promise<unknown> => {
    const answer = answers.get(operation);
    if (references === "never" && answer !== undefined) {
      return new Promise(() => undefined);
    }
    return answer === undefined ? venue.client.call(operation, params, callOptions) : Promise.resolve(answer());
  };
  const client = Object.create(venue.client, { call: { value: call } }) as RestClient;
  return { ...venue, trader: new Trader(options, { venue: client, clock: venue.clock, ...ports }) };
}

const opens = ({ ends }: KeepingVenue): number => ends().filter((end) => end === "open").length;

describe("an order that is held against its market", () => {
  it("is sent where it fits, and refused before anything is sent where it does not", async () => {
    const market = scene({ marketChecks: "all" });
    await market.settle(market.trader.place(order));
    const unfit = market.settle(market.trader.place({ ...order, quantity: "0.7" }));
    await expect(unfit).rejects.toMatchObject({ code: "market-rule", details: { path: "quantity" } });
    expect(opens(market)).toBe(1);
    const placed = await market.settle(market.trader.place(order));
    const replaced = market.settle(placed.replace({ quantity: "1.7" }));
    await expect(replaced).rejects.toMatchObject({ code: "market-rule", details: { path: "quantity" } });
    expect(market.open()).toContain(placed.orderId);
    const unchecked = scene();
    await unchecked.settle(unchecked.trader.place({ ...order, quantity: "0.7" }));
    expect(unchecked.ends()).toEqual(["open"]);
  });

  it("is refused where the venue lists no such contract", async () => {
    const market = scene({ marketChecks: "all" }, undefined, []);
    await expect(market.settle(market.trader.place(order))).rejects.toMatchObject({
      code: "market-rule",
      details: { path: "pair", rule: "a listed contract", value: "4BTC_USDT", bound: "the venue's contracts" },
    });
    expect(opens(market)).toBe(0);
  });

  it("ends with its caller's signal while reference data is waited for", async () => {
    const market = scene({ marketChecks: "all" }, undefined, "never");
    const controller = new AbortController();
    market.clock.after(1_000, () => controller.abort());
    const placed = market.settle(market.trader.place(order, { signal: controller.signal }), 5_000);
    await expect(placed).rejects.toMatchObject({ code: "aborted" });
  });

  it.each(["position", "list"])("is not sent by a trader that is closed while the venue is asked: %s", async (end) => {
    const market = scene({ marketChecks: "all" }, ({ target }) => {
      if (target.endsWith(end)) {
        market.trader.close();
      }
      return "answered";
    });
    await expect(market.settle(market.trader.place(order))).rejects.toMatchObject({ code: "closed" });
    expect(opens(market)).toBe(0);
  });
});

describe("what keeps an order from being sent", () => {
  it("is the trader's end, while a position is asked for", async () => {
    const limited = scene({ limits: { maxPositionQuantity: "3" } }, ({ target }) => {
      if (target.endsWith("position")) {
        limited.trader.close();
      }
      return "answered";
    });
    const placed = limited.settle(limited.trader.place(order));
    await expect(placed).rejects.toMatchObject({ code: "closed", operation: "placeOrder" });
    expect(opens(limited)).toBe(0);
  });

  it("is a halt before it is a limit, for whatever opens", async () => {
    const { trader, settle } = scene({ limits: { maxOrderValue: "1" } });
    await settle(trader.halt("enough"));
    for (const side of ["open-long", "open-short"] as const) {
      await expect(trader.place({ ...order, side })).rejects.toMatchObject({ code: "halted" });
    }
    for (const side of ["close-long", "close-short"] as const) {
      await expect(trader.place({ ...order, side })).rejects.toMatchObject({ code: "limit-exceeded" });
    }
  });
});

describe("an order that is replaced", () => {
  it("is not placed anew where its cancel fails otherwise than by being late", async () => {
    let fate: Fate = "answered";
    const venue = scene({}, ({ target }) => (target.endsWith("order/close") ? fate : "answered"));
    const handle = await venue.settle(venue.trader.place(order));
    fate = "down";
    await expect(venue.settle(handle.replace({ price: "1" }))).rejects.toMatchObject({ code: "connect-failed" });
    expect(opens(venue)).toBe(1);
  });

  it.each([
    ["0.9", undefined],
    ["1", undefined],
    ["1.1", "0.1"],
  ])("to %s after 1 was traded: what is left is %s", async (quantity, left) => {
    const venue = scene();
    const handle = await venue.settle(venue.trader.place(order));
    Object.assign(venue.orders.get(handle.orderId) ?? {}, { s: 2, eq: "1" });
    const replaced = venue.settle(handle.replace({ quantity }));
    if (left === undefined) {
      const details = { path: "quantity", rule: "more than what was traded already" };
      await expect(replaced).rejects.toMatchObject({ code: "value-invalid", details });
    } else {
      expect((await replaced).latest).toMatchObject({ quantity: left, price: "60000", side: "open-long" });
    }
    expect(opens(venue)).toBe(left === undefined ? 1 : 2);
  });
});

it("an order that was cut off, and that the venue failed, is an object too", async () => {
  const venue = scene({}, ({ target }) => {
    for (const kept of venue.orders.values()) {
      kept.s = 100;
    }
    return target.endsWith("order/open") ? "lost" : "answered";
  });
  const handle = await venue.settle(venue.trader.place(order), 200_000);
  expect(handle.latest.status).toBe("failed");
  expect(venue.trader.openOrders).toEqual([]);
});

it("a second order with a client id is logged, also where nobody listens", async () => {
  const log: unknown[][] = [];
  const { trader, settle } = scene({}, undefined, undefined, { logger: { log: (...line) => log.push(line) } });
  const { latest } = await settle(trader.place({ ...order, clientOrderId: "7" }));
  trader.heard(latest);
  trader.heard({ ...latest, orderId: "9", clientOrderId: "7" } as OrderState);
  expect(log).toEqual([["error", "client-order-id-twice", { known: latest.orderId, other: "9" }]]);
  const silent = scene();
  const placed = await silent.settle(silent.trader.place({ ...order, clientOrderId: "7" }));
  silent.trader.heard({ ...placed.latest, orderId: "9", clientOrderId: "7" } as OrderState);
});

it("an order that names what is always the same on the wire is refused: it is not the caller's to say", async () => {
  const { trader, seen } = scene();
  const rule = expect.stringMatching(/^one of pair, .*clientOrderId/);
  const refused = { code: "value-invalid", details: { path: "source", rule } };
  await expect(trader.place({ ...order, source: 6 } as never)).rejects.toMatchObject(refused);
  expect(seen).toEqual([]);
});

describe("flatten", () => {
  it("closes no more in one order than the market takes", async () => {
    const { trader, settle, positions } = scene();
    positions.set("4BTC_USDT long", { hc: "5", lc: "5" });
    const { orders, left } = await settle(trader.flatten());
    expect(orders.map(({ latest }) => latest.quantity)).toEqual(["2", "2", "1"]);
    expect(left.every(({ closableQuantity }) => closableQuantity === "0")).toBe(true);
  });

  it("looks once more when everything is closed, and ends", async () => {
    const { trader, settle, positions, ends } = scene();
    positions.set("4BTC_USDT long", { hc: "2", lc: "2" });
    await settle(trader.flatten());
    expect(ends()).toEqual(["list", "list", "list", "list", "position", "open", "listBatch", "position"]);
  });

  it("leaves alone what is neither long nor short: nobody knows what closes it", async () => {
    const held = { hc: "2", lc: "2", pi: "4BTC_USDT", sd: 9 };
    const zeros = { l: "10", pa: "0", ui: 1, pf: "0", md: 1, mg: "1", po: "60000", pp: "0", ps: "0" };
    const market = scene({}, ({ target }) =>
      target.endsWith("/position") ? { answer: { state: 0, result: [{ ...zeros, ...held }] } } : "answered",
    );
    expect(await market.settle(market.trader.flatten())).toEqual({ orders: [], left: [] });
    expect(opens(market)).toBe(0);
  });

  it("asks no further where nothing can be closed, and says what is left", async () => {
    const { trader, settle, positions, ends } = scene();
    positions.set("4BTC_USDT long", { hc: "2", lc: "0" });
    const { orders, left } = await settle(trader.flatten());
    expect(orders).toEqual([]);
    expect(left).toMatchObject([{ pair: "4BTC_USDT", closableQuantity: "0" }]);
    expect(ends().filter((end) => end === "position")).toHaveLength(1);
  });

  it("closes one pair alone where one is named, and leaves this client's closing orders in others", async () => {
    const { trader, settle, positions, open } = scene();
    positions.set("4BTC_USDT long", { hc: "2", lc: "2" });
    positions.set("4ETH_USDT long", { hc: "1", lc: "1" });
    const other = await settle(trader.place({ ...order, pair: "4ETH_USDT", side: "close-long" }));
    const { orders, left } = await settle(trader.flatten({ pair: "4BTC_USDT" }));
    expect(orders.map(({ latest }) => latest.pair)).toEqual(["4BTC_USDT"]);
    expect(left).toEqual([]);
    expect(open()).toEqual([other.orderId]);
  });

  it.each([
    ["long", "close-long", 3],
    ["short", "close-short", 4],
  ] as const)(
    "cancels this client's own orders first that close a %s position, and no others",
    async (held, side, sd) => {
      const { trader, settle, positions, open, foreign } = scene();
      positions.set(`4BTC_USDT ${held}`, { hc: "2", lc: "1" });
      await settle(trader.place({ ...order, side, quantity: "1" }));
      const opening = await settle(trader.place(order));
      const theirs = foreign({ sd, coi: "55" });
      const { orders } = await settle(trader.flatten());
      expect(open()).toEqual([opening.orderId, theirs.oi]);
      expect(orders.map(({ latest }) => [latest.side, latest.quantity])).toEqual([[side, "1"]]);
    },
  );

  it("closes nothing where an own closing order cannot be cancelled: what that reserves would be left without a word", async () => {
    const market = scene({}, ({ target }) => (target.endsWith("closeBatch") ? { refused: 3024 } : "answered"));
    market.positions.set("4BTC_USDT long", { hc: "2", lc: "1" });
    await market.settle(market.trader.place({ ...order, side: "close-long", quantity: "1" }));
    await expect(market.settle(market.trader.flatten())).rejects.toMatchObject({ venueCode: 3024 });
    expect(opens(market)).toBe(1);
  });

  it("ends with its caller's signal, whatever it waits for", async () => {
    const controller = new AbortController();
    const { trader, settle, positions, clock } = scene({}, undefined, "never");
    positions.set("4BTC_USDT long", { hc: "5", lc: "5" });
    clock.after(1_000, () => controller.abort());
    const ended = settle(trader.flatten({ signal: controller.signal }), 5_000);
    await expect(ended).rejects.toMatchObject({ code: "aborted" });
    const blind = new AbortController();
    const silent = scene({}, () => ({ until: new Promise<void>(() => undefined) }));
    silent.clock.after(1_000, () => blind.abort());
    const looking = silent.settle(silent.trader.flatten({ signal: blind.signal }), 2_000);
    await expect(looking).rejects.toMatchObject({ code: "aborted" });
    expect(silent.clock.monotonicMs()).toBeLessThan(2_000);
    const hung = new AbortController();
    const sent = scene({}, ({ target }) =>
      target.endsWith("order/open") ? { until: new Promise<void>(() => undefined) } : "answered",
    );
    sent.positions.set("4BTC_USDT long", { hc: "1", lc: "1" });
    sent.clock.after(1_000, () => hung.abort());
    const unknown = sent.settle(sent.trader.flatten({ signal: hung.signal }), 5_000);
    await expect(unknown).rejects.toMatchObject({ code: "outcome-unknown" });
  });
});
