import type { TrueExchange, TrueLevels, WitnessedSide, WitnessedView } from "./witnessed.js";

/** What holding one live view against the exchange came to. */
export type ViewVerdict = "equal" | "forgotten" | { readonly different: string };

/** Holds a view against the state that the exchange published with the same `seq`: all levels, exact integers. */
export function checkView(exchange: TrueExchange, view: WitnessedView): ViewVerdict {
  const market = exchange.market(view.pair);
  const published = exchange.published(view.pair, view.seq);
  if (market === undefined || published === undefined) {
    return "forgotten";
  }
  const { asks, bids } = published.window;
  const where = sideDifference(market, view, view.asks, asks) ?? sideDifference(market, view, view.bids, bids);
  if (where === undefined) {
    return "equal";
  }
  return { different: `${view.pair} epoch ${view.epoch} seq ${view.seq}: ${where}` };
}

/** Whether the best bid of a view is not below its best ask. */
export function isCrossed({ asks, bids }: WitnessedView): boolean {
  return asks.length > 0 && bids.length > 0 && bids.scaledPrice(0) >= asks.scaledPrice(0);
}

interface Scales {
  readonly priceScale: number;
  readonly quantityScale: number;
}

function sideDifference(market: Scales, view: Scales, side: WitnessedSide, truth: TrueLevels): string | undefined {
  if (side.length !== truth.prices.length) {
    return `${side.length} levels, published ${truth.prices.length}`;
  }
  for (let index = 0; index < side.length; index++) {
    const [price, quantity] = [side.scaledPrice(index), side.scaledQuantity(index)];
    const samePrice = sameValue(price, view.priceScale, truth.prices[index], market.priceScale);
    const sameQuantity = sameValue(quantity, view.quantityScale, truth.quantities[index], market.quantityScale);
    if (!samePrice || !sameQuantity) {
      return `level ${index} is ${quantity}e-${view.quantityScale} at ${price}e-${view.priceScale}`;
    }
  }
  return undefined;
}

/** Whether left × 10^-leftScale is right × 10^-rightScale. */
function sameValue(left: number, leftScale: number, right: number | undefined, rightScale: number): boolean {
  if (right === undefined) {
    return false;
  }
  if (leftScale === rightScale) {
    return left === right;
  }
  return BigInt(left) * 10n ** BigInt(rightScale) === BigInt(right) * 10n ** BigInt(leftScale);
}
