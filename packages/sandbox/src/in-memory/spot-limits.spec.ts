import { compareDecimal } from "@depthwire/core";
import { decimalsOf, dropDecimals } from "@depthwire/core/internal";
import { type OrderPlaced, scaledText, spotMarkets } from "@depthwire/exchange/internal";
import { limits } from "@depthwire/schema/internal";
import { describe, expect, it } from "vitest";
import { createInMemoryExchange } from "../in-memory.js";

const finestPrice: Readonly<Record<string, string>> = {
  USDT: limits.spotPriceInUsdt.min,
  DAI: limits.spotPriceInDai.min,
};

const minValue: Readonly<Record<string, string>> = {
  USDT: limits.valueInUsdt.min,
  DAI: limits.valueInDai.min,
  BTC: limits.valueInBtc.min,
};

/** Every order that the agents of a spot market place in ten minutes. */
function ordersOf(pair: string): readonly OrderPlaced[] {
  const exchange = createInMemoryExchange({ pairs: [pair], seed: 6, tickIntervalMs: 1000, depthIntervalMs: 60_000 });
  const orders: OrderPlaced[] = [];
  exchange.listen((event) => {
    if (event.kind === "order-placed") {
      orders.push(event);
    }
  });
  exchange.advance(600_000);
  return orders;
}

describe.each(spotMarkets)("the agents of $pair keep to the trade limits", (market) => {
  const { pair, priceScale, quantityScale, currency = "" } = market;
  const orders = ordersOf(pair);

  it("no price and no quantity has decimals that the limits would drop", () => {
    expect(priceScale).toBeLessThanOrEqual(decimalsOf(finestPrice[currency] ?? limits.spotPrice.min));
    expect(quantityScale).toBeLessThanOrEqual(decimalsOf(limits.spotQuantity.min));
    const text = scaledText(market.initialPrice, priceScale);
    expect(dropDecimals(text, decimalsOf(finestPrice[currency] ?? limits.spotPrice.min))).toBe(text);
  });

  it("no order is worth less than the least value", () => {
    expect(orders.length).toBeGreaterThan(1000);
    const scale = priceScale + quantityScale;
    const tooSmall = orders.filter(({ price = market.initialPrice, quantity }) => {
      const value = scaledText(BigInt(price) * BigInt(quantity), scale);
      return compareDecimal(value, minValue[currency] ?? "0") < 0;
    });
    expect(tooSmall).toEqual([]);
  });
});
