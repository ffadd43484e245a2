import type { AccountId } from "../account/account-id.js";
import type { RestingOrder } from "../book/order-book.js";
import { directionOf, type OrderSide } from "../market/market.js";
import type { ExchangeState, MarketState } from "../state/exchange-state.js";
import type { OrderRecord } from "./order-record.js";

/** An order that is to wait. */
export interface NewResting {
  readonly id: number;
  readonly account: AccountId;
  readonly pair: string;
  readonly side: OrderSide;
  readonly price: number;
  readonly remaining: number;
  readonly record: OrderRecord | undefined;
}

/** Puts an order into its book, behind all others of its price unless it is to stand before them. */
export function restOrder(
  state: ExchangeState,
  market: MarketState,
  order: NewResting,
  place: "first" | "last" = "last",
): void {
  const { id, account, pair, side, price, remaining, record } = order;
  const direction = directionOf(side);
  const resting: RestingOrder = {
    id,
    account,
    pair,
    side,
    direction,
    price,
    record,
    remaining,
    previous: undefined,
    next: undefined,
  };
  const bookSide = market.book.side(direction);
  if (place === "first") {
    bookSide.addFirst(resting);
  } else {
    bookSide.add(resting);
  }
  state.openOrders.set(id, resting);
}
