import type { Command } from "@depthwire/exchange";
import { contractMarket, createRandomState, Exchange } from "@depthwire/exchange/internal";
import { beforeAll, describe, expect, it } from "vitest";
import { drawCommand, users } from "./draw-command.js";

const market = contractMarket("4BTC_USDT");
const drawn: Command[] = [];
let best: number;
let openOrders: number;

/** Commands that are drawn while nobody carries them out. */
const draws = 4_000;

beforeAll(() => {
  const exchange = new Exchange({ seed: 7, markets: market === undefined ? [] : [market] });
  exchange.apply({ kind: "tick" }, 0);
  exchange.apply({ kind: "publish-depth", pair: "4BTC_USDT" }, 0);
  best = exchange.published("4BTC_USDT")?.window.asks.prices[0] ?? 0;
  openOrders = exchange.state.openOrders.size;
  const random = createRandomState(7, "draws");
  for (let count = 0; count < draws; count++) {
    drawn.push(drawCommand(exchange, random));
  }
});

type Of<Kind extends Command["kind"]> = Extract<Command, { readonly kind: Kind }>;
const of = <Kind extends Command["kind"]>(kind: Kind): readonly Of<Kind>[] =>
  drawn.filter((command): command is Of<Kind> => command.kind === kind);
const seen = <Value>(values: readonly Value[]): readonly Value[] => [...new Set(values)].toSorted();
const orders = () => of("place-order");
const plans = () => of("place-plan");

describe("what somebody does next", () => {
  it.each([
    ["place-order", 56],
    ["cancel-order", 8],
    ["cancel-all", 1],
    ["place-plan", 5],
    ["change-mode", 2],
    ["tick", 18],
    ["publish-depth", 10],
    ["pass-time", 0],
  ] as const)("is %s in %i of a hundred", (kind, share) => {
    // Three standard deviations and a little.
    const tolerance = 3.5 * Math.sqrt((share * (100 - share)) / draws);
    expect(Math.abs((100 * of(kind).length) / draws - share)).toBeLessThanOrEqual(tolerance);
  });

  it("is done by each of four users, in the one market", () => {
    expect(users.map((user) => user - (users[0] ?? 0))).toEqual([0, 1, 2, 3]);
    for (const kind of ["place-order", "cancel-order", "place-plan", "change-mode"] as const) {
      expect(seen(of(kind).map(({ account }) => account))).toEqual(users);
    }
    for (const kind of ["place-order", "cancel-all", "place-plan", "change-mode", "publish-depth"] as const) {
      expect(seen(of(kind).map(({ pair }) => pair))).toEqual(["4BTC_USDT"]);
    }
  });

  it("is an order of any side, with a price in 46 of 56, of one to sixty units", () => {
    const sides = ["close-long", "close-short", "open-long", "open-short"];
    const limits = orders().filter(({ type }) => type === "limit");
    expect(Math.abs(limits.length / orders().length - 46 / 56)).toBeLessThan(0.03);
    for (const type of ["limit", "market"] as const) {
      const some = orders().filter((order) => order.type === type);
      expect(seen(some.map(({ side }) => side))).toEqual(sides);
      expect(some.every((order) => "price" in order === (type === "limit"))).toBe(true);
    }
    const units = orders().map(({ quantity }) => quantity / (market?.contractUnit ?? 1));
    expect([Math.min(...units), Math.max(...units)]).toEqual([1, 60]);
    expect(units.every(Number.isInteger)).toBe(true);
  });

  it("has prices up to 1.2 % from the best ask, on either side, as integers", () => {
    const prices = [
      ...orders().flatMap((order) => ("price" in order ? [order.price as number] : [])),
      ...plans().flatMap(({ price, triggerPrice }) => [price as number, triggerPrice]),
    ];
    const steps = seen(prices.map((price) => Math.round(((price - best) / best) * 1_000))).toSorted((a, b) => a - b);
    expect(steps).toEqual(Array.from({ length: 25 }, (_, at) => at - 12));
    expect(prices.every(Number.isInteger)).toBe(true);
  });

  it("cancels orders that there may be, from the first on", () => {
    const ids = of("cancel-order").map(({ orderId }) => orderId);
    expect(ids.every((id) => Number.isInteger(id) && id >= 1 && id <= openOrders + 1)).toBe(true);
    expect(Math.min(...ids)).toBeLessThan(openOrders / 20);
    expect(Math.max(...ids)).toBeGreaterThan((19 * openOrders) / 20);
  });

  it("is a plan or a mode of any kind", () => {
    expect(seen(plans().map(({ side }) => side))).toEqual(["long", "short"]);
    expect(seen(plans().map(({ plan }) => plan))).toEqual(["stop-loss", "take-profit"]);
    expect(seen(plans().map(({ type }) => type))).toEqual(["limit", "market"]);
    expect(seen(of("change-mode").map(({ mode }) => mode))).toEqual(["cross", "fixed"]);
    for (const side of ["leverageLong", "leverageShort"] as const) {
      expect(of("change-mode").map((command) => command[side])).toEqual(expect.arrayContaining([1, 5, 20, 50]));
    }
  });
});

it("in a market that nobody has published yet, prices are near where it begins", () => {
  const exchange = new Exchange({ seed: 7, markets: market === undefined ? [] : [market] });
  const random = createRandomState(7, "draws");
  const initial = market?.initialPrice ?? 0;
  for (let count = 0; count < 100; count++) {
    const command = drawCommand(exchange, random);
    if (command.kind === "place-order" && "price" in command) {
      expect(Math.abs((command.price as number) - initial) / initial).toBeLessThan(0.0125);
    }
  }
});
