import type { ContractState } from "../contract/contract-state.js";
import { frozenFor } from "../contract/margin.js";
import { opens, positionSideOf } from "../order/order-record.js";
import type { MarketState } from "../state/exchange-state.js";
import type { HoldingSite } from "../state/site.js";
import type { PlaceOrder } from "./place-order.js";
import { priceBand } from "./price-band.js";

/**
 * The price at which an opening order needs most money: a linear short may meet a higher bid, an inverse long a lower ask.
 * A market order may trade anywhere within the price band.
 */
function dearestPrice({ book }: MarketState, contract: ContractState, order: PlaceOrder): number {
  const { mark, terms } = contract;
  const linear = terms.kind === "linear";
  if (order.side === "open-long") {
    if (linear) {
      return order.type === "limit" ? order.price : priceBand(contract).maxPrice;
    }
    const ask = book.asks.best()?.price ?? mark.price;
    return order.type === "limit" ? Math.min(order.price, ask) : ask;
  }
  if (!linear) {
    return order.type === "limit" ? order.price : priceBand(contract).minPrice;
  }
  const bid = book.bids.best()?.price ?? mark.price;
  return order.type === "limit" ? Math.max(order.price, bid) : bid;
}

/** What an order holds back, in money; nothing for one that closes. */
export function fundsToFreeze({ market, contract, holding }: HoldingSite, order: PlaceOrder): bigint {
  if (!opens(order.side)) {
    return 0n;
  }
  const side = positionSideOf(order.side);
  return frozenFor(contract.units, side, {
    quantity: order.quantity,
    price: dearestPrice(market, contract, order),
    leverage: holding[side].leverage,
    feeRate: Math.max(contract.terms.takerFeeRate, contract.terms.makerFeeRate),
  });
}
