import type { ExchangeEvent } from "../event/event.js";
import { type Direction, opposite } from "../market/market.js";
import type { ExchangeState, MarketState } from "../state/exchange-state.js";

/** The public as those who wait and as those who take, among the house's accounts. */
export const publicAccounts = { maker: 40, taker: 41 } as const;

/** Notes that users have taken something. @param direction what the public wanted to do */
export function noteTaken(market: MarketState, direction: Direction, price: number, quantity: number): void {
  if (quantity > 0) {
    market.taken ??= { buy: new Map(), sell: new Map() };
    const taken = market.taken[direction];
    taken.set(price, (taken.get(price) ?? 0) + quantity);
  }
}

/** What is left for users of a quantity that the public is told to have at a price. What has gone there by itself is forgotten. */
export function leftOf(market: MarketState, direction: Direction, price: number, quantity: number): number {
  const taken = market.taken?.[direction];
  const before = taken?.get(price);
  if (taken === undefined || before === undefined) {
    return quantity;
  }
  const still = Math.min(before, quantity);
  if (still === 0) {
    taken.delete(price);
  } else {
    taken.set(price, still);
  }
  return quantity - still;
}

/** The prices at which something has been taken. */
export function takenPrices(market: MarketState, direction: Direction): readonly number[] {
  return [...(market.taken?.[direction].keys() ?? [])];
}

/** Forgets what was taken at some prices: the public has left them. */
export function forgetTaken(market: MarketState, direction: Direction, isLeft: (price: number) => boolean): void {
  for (const price of takenPrices(market, direction).filter(isLeft)) {
    market.taken?.[direction].delete(price);
  }
}

/** Notes what a command's trades took from the public that waited. */
export function noteTakers(state: ExchangeState, events: readonly ExchangeEvent[]): void {
  for (const event of events) {
    if (event.kind === "trade" && event.makerAccount === publicAccounts.maker && event.makerOrderId !== 0) {
      const market = state.markets.get(event.pair);
      if (market !== undefined) {
        noteTaken(market, opposite(event.takerDirection), event.price, event.quantity);
      }
    }
  }
}
