import type { Intent } from "../account/own-price.js";
import type { PriceLevel } from "../book/order-book.js";
import type { ContractState } from "../contract/contract-state.js";
import { directionOf, type OrderSide, opposite } from "../market/market.js";
import type { MarketState } from "../state/exchange-state.js";
import { priceBand } from "./price-band.js";

/** An order at the market, before or after it has a number. */
export interface MarketIntent {
  readonly account: number;
  readonly side: OrderSide;
  readonly quantity: number;
}

function offeredByOthers(level: PriceLevel, account: number): number {
  let sum = 0;
  for (let order = level.first; order !== undefined; order = order.next) {
    if (order.account !== account) {
      sum += order.remaining;
    }
  }
  return sum;
}

/**
 * How far an order at the market would get in the book as it stands: how much of it would trade, and the worst price among its trades.
 *
 * @returns nothing when nobody offers within the price band
 */
export function reachOf(
  { book }: MarketState,
  contract: ContractState,
  { account, side, quantity }: MarketIntent,
): Intent | undefined {
  const { minPrice, maxPrice } = priceBand(contract);
  const counter = book.side(opposite(directionOf(side)));
  let price: number | undefined;
  let traded = 0;
  for (let rank = 0; traded < quantity; rank++) {
    const level = counter.level(rank);
    if (level === undefined || level.price < minPrice || level.price > maxPrice) {
      break;
    }
    const offered = Math.min(offeredByOthers(level, account), quantity - traded);
    if (offered > 0) {
      price = level.price;
    }
    traded += offered;
  }
  return price === undefined ? undefined : { side, quantity: traded, price };
}
