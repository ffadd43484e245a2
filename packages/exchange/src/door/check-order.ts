import { closableQuantity } from "../account/closable.js";
import { canPayOwnPrice } from "../account/own-price.js";
import { type Holding, positionOf } from "../account/user.js";
import type { RefusalReason } from "../command/refusal.js";
import type { ContractState } from "../contract/contract-state.js";
import { bracketOf } from "../contract/terms.js";
import { tradeValue } from "../contract/units.js";
import { oneCoin } from "../exact/money.js";
import { directionOf, type Market } from "../market/market.js";
import { opens } from "../order/order-record.js";
import type { ExchangeState } from "../state/exchange-state.js";
import type { HoldingSite } from "../state/site.js";
import type { PlaceOrder } from "./place-order.js";
import { priceBand } from "./price-band.js";

/** Decimal places of the smallest quantity of all contracts, 0.0001. @spec document 1, Limits, order quantity */
const minQuantityScale = 4;

/** The least value of an opening order in a linear contract: one USDT. @spec document 2, Limits, minimum order value */
const minValue = oneCoin;

function isBelowAllMinimums(market: Market, quantity: number): boolean {
  if (quantity <= 0) {
    return true;
  }
  const finer = market.quantityScale - minQuantityScale;
  return finer > 0 && BigInt(quantity) < 10n ** BigInt(finer);
}

function checkQuantity(market: Market, quantity: number): RefusalReason | undefined {
  if (!Number.isSafeInteger(quantity)) {
    return "invalid-quantity";
  }
  if (isBelowAllMinimums(market, quantity)) {
    return "quantity-below-all-minimums";
  }
  if (quantity < market.contractUnit) {
    return "quantity-below-minimum";
  }
  if (quantity % market.contractUnit !== 0) {
    return "invalid-quantity";
  }
  return quantity > market.maxOrderQuantity ? "quantity-too-large" : undefined;
}

function checkPrice(contract: ContractState, order: PlaceOrder): RefusalReason | undefined {
  if (order.type === "market") {
    return undefined;
  }
  if (!Number.isSafeInteger(order.price) || order.price <= 0) {
    return "invalid-price";
  }
  const { minPrice, maxPrice } = priceBand(contract);
  const buys = directionOf(order.side) === "buy";
  if (buys && order.price > maxPrice) {
    return "price-too-high";
  }
  return !buys && order.price < minPrice ? "price-too-low" : undefined;
}

function checkSize(contract: ContractState, holding: Holding, order: PlaceOrder): RefusalReason | undefined {
  const position = positionOf(holding, order.side);
  if (!opens(order.side)) {
    return order.quantity > closableQuantity(position) ? "not-closable" : undefined;
  }
  const { terms, units, mark } = contract;
  const price = order.type === "limit" ? order.price : mark.price;
  const value = tradeValue(units, order.quantity, price);
  if (terms.kind === "linear" && value < minValue) {
    return "value-below-minimum";
  }
  const reached = position.quantity + position.opening + order.quantity;
  if (reached > terms.maxPosition) {
    return "position-too-large";
  }
  return position.leverage > bracketOf(terms, reached) ? "leverage-too-high" : undefined;
}

/** A close never costs more than its owner has beside the maintenance of what stays. */
function checkClosingPrice(state: ExchangeState, site: HoldingSite, order: PlaceOrder): RefusalReason | undefined {
  if (order.type === "market" || opens(order.side)) {
    return undefined;
  }
  if (canPayOwnPrice(state, site, order)) {
    return undefined;
  }
  return order.side === "close-long" ? "price-too-low" : "price-too-high";
}

/**
 * Whether the order needs a place among those that wait. One at the market never waits; one that closes is bounded by what it reserves
 * of the position, and nobody who wants to get out is turned away for having many orders.
 */
function mayWaitToOpen({ type, side }: PlaceOrder): boolean {
  return type === "limit" && opens(side);
}

/** What is wrong with a user's order, if anything; whether there is money for it is another question. */
export function checkOrder(state: ExchangeState, site: HoldingSite, order: PlaceOrder): RefusalReason | undefined {
  const { contract, user, holding } = site;
  const { market, operated } = site.market;
  if (user.restricted) {
    return "account-restricted";
  }
  if (operated.halted) {
    return "market-halted";
  }
  if (operated.limitOnly && order.type === "market") {
    return "market-orders-unsupported";
  }
  const wrong = checkQuantity(market, order.quantity) ?? checkPrice(contract, order);
  if (wrong !== undefined) {
    return wrong;
  }
  if (mayWaitToOpen(order) && holding.orders.size >= contract.terms.maxOpenOrders) {
    return "too-many-open-orders";
  }
  return checkSize(contract, holding, order) ?? checkClosingPrice(state, site, order);
}
