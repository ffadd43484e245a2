import { coin, usdt } from "@depthwire/schema";
import { fakeClock } from "@depthwire/testkit";
import { describe, expect, it } from "vitest";
import type { CallMaker } from "../index.js";
import { MarketFactsCache } from "./market-facts.js";

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
