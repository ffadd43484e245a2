import { compareDecimal } from "@depthwire/core";
import { contractKindOf, orderValue, type RestClient } from "@depthwire/rest";
import { mayBeWorthMore } from "@depthwire/rest/internal";
import type { usdt } from "@depthwire/schema";

/** What an order is worth. */
export interface OrderWorth {
  /** Undefined where nobody tells a price. */
  readonly value: string | undefined;
  /** What it is paid in. */
  readonly coin: string;
  /** At which price it was reckoned; the tag price where it fills there. */
  readonly price: string | undefined;
}

/**
 * The largest value that an order is expected to fill at: one at the market is reckoned at the tag price, which is asked for; so is a limit order that
 * fills better than its price and is worth more there, such as one that sells below the market.
 */
export async function worthOf(order: usdt.PlaceOrderInput, rest: RestClient, signal: AbortSignal): Promise<OrderWorth> {
  if (order.type === "limit" && !mayBeWorthMore(order)) {
    return worthAt(order, order.price);
  }
  const atTag = worthAt(order, await tagPriceOf(order.pair, rest, signal));
  if (order.type !== "limit" || atTag.value === undefined) {
    return atTag;
  }
  const own = worthAt(order, order.price);
  return own.value !== undefined && compareDecimal(own.value, atTag.value) > 0 ? own : atTag;
}

/** The value of an order at a price. */
export function worthAt({ pair, quantity }: usdt.PlaceOrderInput, price: string | undefined): OrderWorth {
  const kind = contractKindOf(pair);
  const [base = "", quote = ""] = pair.replace(/^[45]/, "").split("_");
  return {
    value: price === undefined ? undefined : orderValue(kind, quantity, price),
    coin: kind === "inverse" ? base : quote,
    price,
  };
}

async function tagPriceOf(pair: string, rest: RestClient, signal: AbortSignal): Promise<string | undefined> {
  const prices = await rest.usdt.getTagPrices({}, { signal });
  return Object.hasOwn(prices, pair) ? prices[pair]?.tagPrice : undefined;
}
