import { expect, it } from "vitest";
import type { Market } from "../market/market.js";
import { marketOf } from "../market/market-list.js";
import { usualTerms } from "./usual-terms.js";

it("a contract that names no terms has those of the venue, with sizes by what is common in it", () => {
  const shared = {
    makerFeeRate: 2_000_000,
    takerFeeRate: 6_000_000,
    maintenanceRate: 50_000_000,
    maxLeverage: 100,
    brackets: "on",
    maxOpenOrders: 100,
    priceBand: 1_000_000_000,
  };
  const linear = { ...shared, kind: "linear", settleCoin: "USDT" };
  const inverse = { ...shared, kind: "inverse", settleCoin: "BTC" };
  const terms = (pair: string, change: Partial<Market> = {}) =>
    usualTerms({ ...(marketOf(pair) as Market), ...change });
  // 0.8 BTC, 38193 USD
  expect(terms("4BTC_USDT")).toEqual({ ...linear, riskBase: 10_000, riskStep: 10_000, maxPosition: 1_000_000 });
  expect(terms("5BTC_USD")).toEqual({ ...inverse, riskBase: 47_742, riskStep: 47_742, maxPosition: 4_774_125 });
  // To whole units, upwards.
  expect(terms("4BTC_USDT", { contractUnit: 3000 })).toMatchObject({ riskBase: 12_000, maxPosition: 1_002_000 });
  expect(terms("BTC_USDT")).toBeUndefined();
});
