import { compareDecimal } from "@depthwire/core";
import { toScaled } from "@depthwire/core/internal";

import { type Market, type MarketFamily, quantityText } from "@depthwire/exchange/internal";
import { type Refusal, refused } from "../handler.js";
import type { RestServices } from "../rest-services.js";

/** The contract of this name; 3016 when the family has none. */
export function contractOfFamily({ host }: RestServices, family: MarketFamily, pair: string): Market | Refusal {
  const market = host.exchange.market(pair);
  return market?.family === family ? market : refused(3016);
}

/** Stands for a price that the market cannot have: finer than its unit, or beyond all numbers. No check lets it through. */
const noPrice = 0;

/** A price as the integer that it is at the market's scale. */
export function readPrice({ priceScale }: Market, text: string): number {
  const scaled = Number(toScaled(text, priceScale) ?? noPrice);
  return Number.isSafeInteger(scaled) ? scaled : noPrice;
}

/** Smallest quantity of any contract. @spec document 1, Limits, order quantity */
const minQuantity = "0.0001";

/**
 * A quantity as the integer that it is at the market's scale. What is finer is too little (2068 and 2085) or no multiple (2034).
 */
export function readQuantity(market: Market, text: string): number | Refusal {
  const scaled = toScaled(text, market.quantityScale);
  if (scaled !== undefined && scaled < 0n) {
    return refused(2068);
  }
  if (scaled !== undefined) {
    return scaled > BigInt(Number.MAX_SAFE_INTEGER) ? refused(2131) : Number(scaled);
  }
  if (compareDecimal(text, minQuantity) < 0) {
    return refused(2068);
  }
  return refused(compareDecimal(text, quantityText(market, market.contractUnit)) < 0 ? 2085 : 2034);
}
