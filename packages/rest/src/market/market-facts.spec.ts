import { coin, usdt } from "@depthwire/schema";
import { fakeClock } from "@depthwire/testkit";
import { describe, expect, it } from "vitest";
import type { CallMaker } from "../index.js";
import { MarketFactsCache, withoutOrder } from "./market-facts.js";

const references = new Set<unknown>([usdt.getContracts, usdt.getPrecisions, coin.getContracts, coin.getPrecisions]);

/** A venue whose reference data comes when the spec says so, unless whoever asked gives up. */
function slowVenue(): { readonly venue: CallMaker; readonly answer: () => void; readonly asked: () => number } {
  const waiting: (() => void)[] = [];
  let asked = 0;
  const call = (operation: unknown, _: unknown, options: { readonly signal?: AbortSignal } = {}): Promise<unknown> => {
    if (!references.has(operation)) {
      return Promise.resolve([]);
    }
    asked += 1;
    return new Promise((resolve, reject) => {
      options.signal?.addEventListener("abort", () => reject(options.signal?.reason));
      waiting.push(() => resolve([]));
    });
  };
  const answer = (): void => {
    for (const tell of waiting) {
      tell();
    }
  };
  return { venue: { call } as unknown as CallMaker, answer, asked: () => asked };
}

describe("reference data that several orders wait for", () => {
  it("is asked for once, and who gives up does not take it from the others", async () => {
    const { venue, answer, asked } = slowVenue();
    const cache = new MarketFactsCache(venue, fakeClock());
    const controller = new AbortController();
    const first = cache.facts("4BTC_USDT", { signal: controller.signal }).catch((error: unknown) => error);
    const second = cache.facts("4BTC_USDT");
    controller.abort();
    expect(await first).toMatchObject({ code: "aborted" });
    answer();
    expect(await second).toBeUndefined();
    expect(asked()).toBe(4);
  });
});

it("the facts of a pair are its reference data, the latest price, and what the account has and waits for in it", async () => {
  const contract = { pair: "4BTC_USDT", minQuantity: "1" };
  const held = { pair: "4BTC_USDT", side: "long", quantity: "3" };
  const answers = new Map<unknown, unknown>([
    [usdt.getContracts, [contract]],
    [usdt.getPrecisions, [{ pair: "4BTC_USDT", priceScale: 1 }]],
    [usdt.getKlines, [{ closePrice: "99" }, { closePrice: "100" }]],
    [usdt.getPositions, [held]],
  ]);
  const waiting = { orderId: "1" };
  const call = (operation: unknown, { side }: { readonly side?: string }): Promise<unknown> => {
    const orders = side === "open-short" ? [waiting] : [];
    return Promise.resolve(operation === usdt.getOpenOrders ? { total: 1, orders } : (answers.get(operation) ?? []));
  };
  const facts = await new MarketFactsCache({ call } as unknown as CallMaker, fakeClock()).facts("4BTC_USDT");
  expect(facts).toEqual({
    pair: "4BTC_USDT",
    contract,
    priceScale: 1,
    latestPrice: "100",
    positions: [held],
    openOrders: [waiting],
  });
});

it("reference data is asked for again once it is older than an hour, and at once where it could not be had", async () => {
  const clock = fakeClock();
  let isDown = true;
  let asked = 0;
  const call = (operation: unknown): Promise<unknown> => {
    asked += references.has(operation) ? 1 : 0;
    return isDown ? Promise.reject(new Error("no")) : Promise.resolve([]);
  };
  const cache = new MarketFactsCache({ call } as unknown as CallMaker, clock);
  await cache.facts("4BTC_USDT").catch(() => undefined);
  isDown = false;
  await cache.facts("4BTC_USDT");
  expect(asked).toBe(8);
  clock.advance(3_600_000);
  await cache.facts("4BTC_USDT");
  expect(asked).toBe(8);
  clock.advance(1);
  await cache.facts("4BTC_USDT");
  expect(asked).toBe(12);
});

it("an order that is gone waits no more, and what it reserved can be closed again", () => {
  const long = { side: "long", quantity: "5", closableQuantity: "1" };
  const short = { side: "short", quantity: "5", closableQuantity: "2" };
  const [one, other] = [{ orderId: "1" }, { orderId: "2" }];
  const facts = { pair: "4BTC_USDT", positions: [long, short], openOrders: [one, other] } as never;
  const gone = (side: string) => ({ orderId: "1", side, quantity: "3", dealQuantity: "0.5" }) as never;
  expect(withoutOrder(facts, gone("close-long"))).toMatchObject({
    positions: [{ ...long, closableQuantity: "3.5" }, short],
    openOrders: [other],
  });
  expect(withoutOrder(facts, gone("open-long"))).toMatchObject({ positions: [long, short], openOrders: [other] });
});

it("a contract whose prices have no known precision is none that orders can be held against, and hides no other", async () => {
  const contracts = [{ pair: "4BTC_USDT" }, { pair: "4ETH_USDT" }];
  const answers = new Map<unknown, unknown>([
    [usdt.getContracts, contracts],
    [usdt.getPrecisions, [{ pair: "4ETH_USDT", priceScale: 2 }]],
  ]);
  const call = (operation: unknown): Promise<unknown> =>
    Promise.resolve(operation === usdt.getOpenOrders ? { total: 0, orders: [] } : (answers.get(operation) ?? []));
  const cache = new MarketFactsCache({ call } as unknown as CallMaker, fakeClock());
  expect(await cache.facts("4BTC_USDT")).toBeUndefined();
  expect(await cache.facts("4ETH_USDT")).toMatchObject({ contract: contracts[1], priceScale: 2 });
});

it("what is not known of an account stays unknown when an order is gone", () => {
  const facts = { pair: "4BTC_USDT", latestPrice: "1" } as never;
  const gone = { orderId: "1", side: "close-long", quantity: "3", dealQuantity: "0" } as never;
  expect(withoutOrder(facts, gone)).toEqual({ pair: "4BTC_USDT", latestPrice: "1" });
});
