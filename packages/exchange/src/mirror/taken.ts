import type { ExchangeEvent } from "../event/event.js";
import { type Direction, opposite } from "../market/market.js";
import type { ExchangeState, MarketState } from "../state/exchange-state.js";

/** The public as those who wait and as those who take, among the house's accounts. */
export const publicAccounts = { maker: 40, taker: 41 } as const;

/** What the public is told to have beyond what can be taken. */
type HiddenFromUsers = "taken" | "tradedAt" | "tradedThrough";

/** What is kept of a side, by price, and changes. */
function keptOf(
  market: MarketState,
  where: HiddenFromUsers | "takenOutOfSight",
  direction: Direction,
): Map<number, number> {
  market[where] ??= { buy: new Map(), sell: new Map() };
  return market[where][direction];
}

/** Notes that users have taken something. @param direction what the public wanted to do */
export function noteTaken(market: MarketState, direction: Direction, price: number, quantity: number): void {
  if (quantity > 0) {
    const taken = keptOf(market, "taken", direction);
    taken.set(price, (taken.get(price) ?? 0) + quantity);
  }
}

/**
 * What is left for users of a quantity that the public is told to have at a price. What has gone there by itself is forgotten; where nothing is told,
 * `forgetInSight` decides whether everybody has left or nobody knows.
 */
export function leftOf(market: MarketState, direction: Direction, price: number, quantity: number): number {
  const [taken, outOfSight] = [keptOf(market, "taken", direction), keptOf(market, "takenOutOfSight", direction)];
  const before = taken.get(price) ?? outOfSight.get(price);
  if (before === undefined) {
    return quantity;
  }
  if (quantity === 0) {
    taken.delete(price);
    outOfSight.set(price, before);
    return 0;
  }
  const still = Math.min(before, quantity);
  outOfSight.delete(price);
  taken.set(price, still);
  return quantity - still;
}

/** Forgets what was taken where the book is in sight and shows that nobody is there any more. */
export function forgetInSight(market: MarketState, direction: Direction, isInSight: (price: number) => boolean): void {
  forget(keptOf(market, "takenOutOfSight", direction), isInSight);
}

function forget(kept: Map<number, number>, isGone: (price: number) => boolean): void {
  for (const price of [...kept.keys()].filter(isGone)) {
    kept.delete(price);
  }
}

/** Notes that the public itself has traded something, or traded through it: until the next message about the book nobody can take it. */
export function noteTraded(
  market: MarketState,
  where: Exclude<HiddenFromUsers, "taken">,
  { direction, price, quantity }: { readonly direction: Direction; readonly price: number; readonly quantity: number },
): void {
  const traded = keptOf(market, where, direction);
  traded.set(price, (traded.get(price) ?? 0) + quantity);
}

/** The prices at which the public's quantity is told to be more than what can be taken. */
export function hiddenPrices(market: MarketState, direction: Direction): readonly number[] {
  const { taken, tradedAt, tradedThrough } = market;
  return [taken, tradedAt, tradedThrough].flatMap((hidden) => [...(hidden?.[direction].keys() ?? [])]);
}

/** What the public was last told to have at a price beyond what waits there. */
export function hiddenQuantity(market: MarketState, direction: Direction, price: number): number {
  const { taken, tradedAt, tradedThrough } = market;
  return [taken, tradedAt, tradedThrough].reduce((sum, hidden) => sum + (hidden?.[direction].get(price) ?? 0), 0);
}

/** Forgets what was taken at some prices: the public has left them. */
export function forgetTaken(market: MarketState, direction: Direction, isLeft: (price: number) => boolean): void {
  forget(keptOf(market, "taken", direction), isLeft);
  forgetInSight(market, direction, isLeft);
}

/** Notes what a command's trades took from the public that waited. */
export function noteTakers(state: ExchangeState, events: readonly ExchangeEvent[]): void {
  for (const event of events) {
    if (event.kind === "trade" && event.makerAccount === publicAccounts.maker && event.makerOrderId !== 0) {
      const market = state.markets.get(event.pair) as MarketState;
      noteTaken(market, opposite(event.takerDirection), event.price, event.quantity);
    }
  }
}
