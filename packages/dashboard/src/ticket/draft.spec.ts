import { expect, it } from "vitest";
import { account, draft, known } from "../spec-support/ticket-scene.js";
import { availableIn, buys, opens, positionSideOf, priceOf } from "./draft.js";

it.each([
  ["open-long", true, true, "long"],
  ["open-short", true, false, "short"],
  ["close-long", false, false, "long"],
  ["close-short", false, true, "short"],
] as const)("what %s does", (side, isOpening, isBuying, position) => {
  expect([opens({ side }), buys({ side }), positionSideOf({ side })]).toEqual([isOpening, isBuying, position]);
});

it("the price that counts is the order's own, or the one that it would meet", () => {
  expect(priceOf(draft, known)).toBe("47000");
  expect(priceOf({ ...draft, price: "" }, known)).toBeUndefined();
  expect(priceOf({ ...draft, type: "trigger", price: "46000" }, known)).toBe("46000");
  const market = { ...draft, type: "market" } as const;
  expect(priceOf(market, known)).toBe("47100");
  expect(priceOf(market, { ...known, meets: undefined })).toBe("47090");
  expect(priceOf(market, { ...known, meets: undefined, lastPrice: undefined })).toBeUndefined();
});

it("what is free is free of the pricing coin", () => {
  expect(availableIn("4BTC_USDT", account)).toBe("1000");
  expect(availableIn("4ETH_BTC", account)).toBe("7");
  expect(availableIn("4BTC_EUR", account)).toBeUndefined();
  expect(availableIn("4BTC_USDT", undefined)).toBeUndefined();
});
