import type { Sandbox } from "@depthwire/sandbox";
import { scaledText } from "../books/venue-truth.js";
import { pair } from "../venue.js";

/** The body of `POST /v3/cbu/order/open`. @spec document 1, Place order */
export interface WireOrder {
  readonly pair: string;
  readonly amount: string;
  /** 1 opens long. */
  readonly order_side: 1;
  /** 1 market, 2 limit. */
  readonly order_type: 1 | 2;
  readonly price: string;
  readonly order_from: 6;
  readonly client_oid: string;
}

const amount = "0.01";
/** Limit orders wait so far below the best bid, as a share of it. */
const below = 0.03;

function priceBelowBest({ exchange }: Sandbox, share: number): string {
  const price = exchange.published(pair)?.window.bids.prices[0] ?? 1;
  return scaledText(Math.round(price * (1 - share)), exchange.market(pair)?.priceScale ?? 0);
}

/** An order that waits. @param n another price for each */
export function limitOrder(sandbox: Sandbox, clientId: string, n: number): WireOrder {
  const price = priceBelowBest(sandbox, below + n / 1_000);
  return { pair, amount, order_side: 1, order_type: 2, price, order_from: 6, client_oid: clientId };
}

/** An order that trades at once. */
export function marketOrder(sandbox: Sandbox, clientId: string): WireOrder {
  const price = priceBelowBest(sandbox, 0);
  return { pair, amount, order_side: 1, order_type: 1, price, order_from: 6, client_oid: clientId };
}
