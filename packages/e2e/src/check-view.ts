import type { ExchangeView, Levels, Market } from "@depthwire/sandbox";
import type { BookView, BookViewSide } from "@depthwire/stream";

/** What holding one live view against the exchange came to. */
export type Verdict = "equal" | "forgotten" | { readonly different: string };

/** Holds a view against the state that the exchange published with the same `seq`: all levels, exact integers. */
export function checkView(exchange: ExchangeView, view: BookView): Verdict {
  const market = exchange.market(view.pair);
  const published = exchange.published(view.pair, view.seq);
  if (market === undefined || published === undefined) return "forgotten";
  const { asks, bids } = published.window;
  const where = sideDifference(market, view, view.asks, asks) ?? sideDifference(market, view, view.bids, bids);
  if (where === undefined) return "equal";
  return { different: `${view.pair} epoch ${view.epoch} seq ${view.seq}: ${where}` };
}

function sideDifference(market: Market, view: BookView, side: BookViewSide, truth: Levels): string | undefined {
  if (side.length !== truth.prices.length) return `${side.length} levels, published ${truth.prices.length}`;
  for (let index = 0; index < side.length; index++) {
    const samePrice = sameValue(side.scaledPrice(index), view.priceScale, truth.prices[index], market.priceScale);
    const quantity = truth.quantities[index];
    const sameQuantity = sameValue(side.scaledQuantity(index), view.quantityScale, quantity, market.quantityScale);
    if (!samePrice || !sameQuantity) return `level ${index} is ${side.quantity(index)} at ${side.price(index)}`;
  }
  return undefined;
}

/** Whether left × 10^-leftScale is right × 10^-rightScale. */
function sameValue(left: number, leftScale: number, right: number | undefined, rightScale: number): boolean {
  if (right === undefined) return false;
  return BigInt(left) * 10n ** BigInt(rightScale) === BigInt(right) * 10n ** BigInt(leftScale);
}
