import type { AccountId } from "../account/account-id.js";
import type { PlaceLimitOrder, PlaceMarketOrder } from "../command/command.js";
import type { Direction, Market } from "../market/market.js";
import { withdrawOrder } from "../order/cancel.js";
import { admitHouseOrder } from "../order/place.js";
import type { MarketState } from "../state/exchange-state.js";
import type { Turn } from "../state/turn.js";
import type { RandomState } from "./random-state.js";

/** Where an agent stands: one market at one tick. Agents reach the exchange through it and through nothing else. */
export interface Desk extends Turn {
  readonly market: MarketState;
  readonly random: RandomState;
  /** For how many steps of the index the tick stands: 1 where it ticks every 100 ms. */
  readonly steps: number;
}

/** A limit order as an agent wants it, before its size is made round. */
export interface LimitWish {
  readonly direction: Direction;
  readonly price: number;
  readonly quantity: number;
}

/** Agents show round sizes: this many steps make a typical one. */
const stepsPerTypical = 500;

/** A size as agents show it: never 0, a multiple of the contract unit, within the largest order. */
export function roundQuantity(market: Market, quantity: number): number {
  const units = Math.max(1, Math.floor(market.typicalQuantity / stepsPerTypical / market.contractUnit));
  const step = units * market.contractUnit;
  const max = Math.floor(market.maxOrderQuantity / step) * step;
  return Math.min(max, Math.max(step, Math.floor(quantity / step) * step));
}

/**
 * Sends a limit order.
 *
 * @returns its id
 */
export function sendLimit(desk: Desk, account: AccountId, { direction, price, quantity }: LimitWish): number {
  const { market } = desk.market;
  const order: PlaceLimitOrder = {
    kind: "place-order",
    type: "limit",
    account,
    pair: market.pair,
    side: direction === "buy" ? "open-long" : "open-short",
    price,
    quantity: roundQuantity(market, quantity),
  };
  return admitHouseOrder(desk, desk.market, order);
}

/** Sends a market order. */
export function sendMarket(desk: Desk, account: AccountId, direction: Direction, quantity: number): void {
  const { market } = desk.market;
  const order: PlaceMarketOrder = {
    kind: "place-order",
    type: "market",
    account,
    pair: market.pair,
    side: direction === "buy" ? "open-long" : "open-short",
    quantity: roundQuantity(market, quantity),
  };
  admitHouseOrder(desk, desk.market, order);
}

/** How far from the best price somebody in a hurry goes, relative to it: nobody pays any price just to be served at once. */
const reach = 0.000_1;

/**
 * Sends a market order for what waits near the best price, if there is so much; the rest is not sent.
 *
 * @param quantity what is wanted
 */
export function takeNear(desk: Desk, account: AccountId, direction: Direction, quantity: number): void {
  const { book } = desk.market;
  const side = direction === "buy" ? book.asks : book.bids;
  const best = side.best()?.price;
  if (best === undefined) {
    return;
  }
  const worst = direction === "buy" ? best * (1 + reach) : best * (1 - reach);
  let there = 0;
  for (let rank = 0; there < quantity; rank++) {
    const level = side.level(rank);
    if (level === undefined || (direction === "buy" ? level.price > worst : level.price < worst)) {
      break;
    }
    there += level.quantity;
  }
  sendMarket(desk, account, direction, Math.min(quantity, there));
}

/** Takes an order back, if it still waits. */
export function withdraw(desk: Desk, account: AccountId, orderId: number): void {
  withdrawOrder(desk, account, orderId);
}
