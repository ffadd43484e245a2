import { describe, expect, it } from "vitest";
import { checkLimits } from "../internal.js";

const order = { pair: "4BTC_USDT", quantity: "0.5", side: "open-long", type: "limit", price: "40000" } as const;
const noTagPrice = "not known: neither the venue nor the option tagPrice gives a tag price";
const known = { tagPrice: "40000", positionQuantity: "1", ordersInLastSecond: 0 };
const exceeded = (limit: string, value: string): unknown =>
  expect.objectContaining({ code: "limit-exceeded", details: expect.objectContaining({ limit, value }) });

describe("checkLimits", () => {
  it("lets through what is within, to the last digit", () => {
    const limits = { maxOrderValue: "20000", maxPositionQuantity: "1.5", maxOrdersPerSecond: 1, priceCollar: "0" };
    expect(() => checkLimits(order, limits, known)).not.toThrow();
    expect(() => checkLimits(order, {}, { ordersInLastSecond: 10_000 })).not.toThrow();
    expect(() => checkLimits({ ...order, side: "close-long" }, { maxPositionQuantity: "0" }, known)).not.toThrow();
  });

  it("refuses what is beyond", () => {
    expect(() => checkLimits(order, { maxOrderValue: "19999.99" }, known)).toThrow(exceeded("maxOrderValue", "20000"));
    expect(() => checkLimits(order, { maxPositionQuantity: "1.4" }, known)).toThrow(
      exceeded("maxPositionQuantity", "1.5"),
    );
    expect(() => checkLimits(order, { maxOrdersPerSecond: 3 }, { ...known, ordersInLastSecond: 3 })).toThrow(
      exceeded("maxOrdersPerSecond", "4"),
    );
    for (const price of ["44000.1", "35999.9"]) {
      const check = (): void => checkLimits({ ...order, price }, { priceCollar: "0.1" }, known);
      expect(check).toThrow(exceeded("priceCollar", "0.1000025000"));
    }
  });

  it("values a limit order at its own price, and any other at the tag price", () => {
    const priced = { ...order, price: "40001" };
    const limits = { maxOrderValue: "20000" };
    expect(() => checkLimits(priced, limits, known)).toThrow(exceeded("maxOrderValue", "20000.5"));
    expect(() => checkLimits({ ...priced, type: "market" }, limits, known)).not.toThrow();
  });

  it("values a limit order that may fill better, and is worth more there, at the tag price", () => {
    const limits = { maxOrderValue: "20000" };
    const selling = { ...order, price: "1", quantity: "0.6" } as const;
    for (const side of ["open-short", "close-long"] as const) {
      expect(() => checkLimits({ ...selling, side }, limits, known)).toThrow(exceeded("maxOrderValue", "24000"));
      expect(() => checkLimits({ ...selling, side }, limits, { ordersInLastSecond: 0 })).toThrow(
        exceeded("maxOrderValue", noTagPrice),
      );
      expect(() => checkLimits({ ...order, side, price: "40001" }, limits, known)).toThrow(
        exceeded("maxOrderValue", "20000.5"),
      );
    }
    expect(() => checkLimits({ ...selling, side: "open-long" }, limits, { ordersInLastSecond: 0 })).not.toThrow();
    // Paid in the coin itself, what is bought below its price is worth more.
    const inverse = { ...order, pair: "4BTC_USD", quantity: "1000", price: "80000" } as const;
    const inCoin = { maxOrderValue: "0.02" };
    expect(() => checkLimits(inverse, inCoin, known)).toThrow(exceeded("maxOrderValue", expect.anything()));
    expect(() => checkLimits({ ...inverse, side: "open-short" }, inCoin, known)).not.toThrow();
  });

  it("holds no market order to the collar: its price means nothing", () => {
    const market = { ...order, type: "market", price: "1" } as const;
    expect(() => checkLimits(market, { priceCollar: "0.1" }, known)).not.toThrow();
  });

  it("refuses what it cannot check", () => {
    const nothing = { ordersInLastSecond: 0 };
    for (const tagPrice of ["0", "-1"]) {
      const check = (): void => checkLimits(order, { priceCollar: "0.1" }, { ...nothing, tagPrice });
      expect(check).toThrow(exceeded("priceCollar", noTagPrice));
    }
    expect(() => checkLimits(order, { priceCollar: "0.1" }, nothing)).toThrow(exceeded("priceCollar", noTagPrice));
    expect(() => checkLimits({ ...order, type: "market" }, { maxOrderValue: "1" }, nothing)).toThrow(
      exceeded("maxOrderValue", noTagPrice),
    );
    expect(() => checkLimits(order, { maxPositionQuantity: "1" }, nothing)).toThrow(
      exceeded("maxPositionQuantity", "not known"),
    );
  });
});
