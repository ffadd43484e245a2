import { expect, it } from "vitest";
import { draft, known, triggers } from "../spec-support/ticket-scene.js";
import { planKindOf, requestOf } from "./ticket-rules.js";

it("sends what it shows", () => {
  const { path, body, repeats } = requestOf({ ...draft, ...triggers }, known);
  expect([path, repeats]).toEqual(["/orders", true]);
  expect(body).toEqual({
    pair: "4BTC_USDT",
    side: "open-long",
    type: "limit",
    quantity: "0.01",
    price: "47000",
    attachedOrderType: "market",
    takeProfitTriggerPrice: "48000",
    stopLossTriggerPrice: "46000",
  });
  expect(requestOf({ ...draft, type: "market" }, known)).toEqual({
    path: "/orders",
    body: { pair: "4BTC_USDT", side: "open-long", type: "market", quantity: "0.01" },
    repeats: true,
  });
  for (const alone of [{ takeProfit: "48000" }, { stopLoss: "46000" }]) {
    expect(requestOf({ ...draft, ...alone }, known).body).not.toHaveProperty("attachedOrderType");
  }
});

it.each([
  ["close-long", "48000", 1, 1],
  ["close-long", "46000", 1, 2],
  ["close-short", "46000", 2, 1],
  ["close-short", "48000", 2, 2],
] as const)("a trigger that is to %s at %s is sent as a plan order", (side, price, position, plan) => {
  const { path, body, repeats } = requestOf({ ...draft, side, type: "trigger", price }, known);
  expect(path).toBe("/v3/cbu/order/planOpen");
  expect(body).toEqual({
    pair: "4BTC_USDT",
    amount: "0.01",
    trigger_price: price,
    price,
    side: position,
    plan_type: plan,
    book_type: 1,
  });
  // Nothing makes a repeat of it harmless.
  expect(repeats).toBe(false);
});

it("a trigger at the last price itself, or where none is known, counts as below it", () => {
  const sells = { ...draft, side: "close-long", price: "47090" } as const;
  expect(planKindOf(sells, "47090")).toBe("stop-loss");
  expect(planKindOf(sells, "47089.9")).toBe("take-profit");
  expect(planKindOf(sells, undefined)).toBe("stop-loss");
  expect(planKindOf({ ...sells, price: "" }, "47090")).toBe("stop-loss");
  expect(planKindOf({ ...sells, side: "close-short" }, undefined)).toBe("take-profit");
});
