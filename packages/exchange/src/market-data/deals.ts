import { formatScaled } from "@depthwire/core/internal";
import type { Direction, Market } from "../market/market.js";
import type { ExchangeState } from "../state/exchange-state.js";
import { quantityText } from "../view/texts.js";
import { recordId } from "../view/wire-ids.js";
import type { DealRecord } from "./market-data.js";

/**
 * A public trade, under the names of the schema's deals.
 *
 * @spec document 2, Resources, Spot market records, Deal; field note 20
 */
export interface DealView {
  readonly pair: string;
  readonly price: string;
  readonly quantity: string;
  readonly tradedAtMs: number;
  /** Direction of the taker. */
  readonly side: Direction;
  readonly dealId: string;
}

/** Shows a trade to everybody; a `trade` event fits as it is. */
export function viewDeal(market: Market, deal: DealRecord): DealView {
  return {
    pair: market.pair,
    price: formatScaled(deal.price, market.priceScale),
    quantity: quantityText(market, deal.quantity),
    tradedAtMs: deal.tradedAtMs,
    side: deal.takerDirection,
    dealId: recordId(deal.tradeId),
  };
}

/**
 * The latest trades of a pair, newest first.
 *
 * @param size at most 200 are kept
 * @returns nothing for an unknown pair
 */
export function dealsOf(state: ExchangeState, pair: string, size: number): readonly DealView[] | undefined {
  const found = state.markets.get(pair);
  if (found === undefined) {
    return undefined;
  }
  const latest = found.data.deals.slice(-size).reverse();
  return latest.map((deal) => viewDeal(found.market, deal));
}
