import type { Direction } from "../market/market.js";
import type { MarketState } from "../state/exchange-state.js";
import { publicQuantity } from "./mirror-book.js";
import { hiddenPrices } from "./taken.js";

/**
 * Whether messages about the public book reach a price: they do as far as the worst price at which they show somebody. Beyond it, and in an empty
 * book (a lost connection, a gap), nobody knows who waits.
 */
export function sightOf(market: MarketState, direction: Direction): (price: number) => boolean {
  const levels = market.book.side(direction).levels();
  const worst = levels.find((level) => publicQuantity(level) > 0)?.price;
  // Where nobody is shown, no price is in sight.
  const beyond = direction === "buy" ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY;
  const prices = [worst ?? beyond, ...hiddenPrices(market, direction)];
  const last = direction === "buy" ? Math.min(...prices) : Math.max(...prices);
  return (price) => (direction === "buy" ? price >= last : price <= last);
}
