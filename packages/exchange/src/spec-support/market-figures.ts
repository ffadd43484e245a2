import { Exchange } from "../exchange.js";
import { marketOf } from "../market/market-list.js";
import type { MarketState } from "../state/exchange-state.js";

/** What makes a series of prices look like a market's, from one-minute returns of the last traded price. */
export interface MarketFigures {
  readonly kurtosis: number;
  /** Autocorrelation of returns, at lag 1. */
  readonly autocorrelation: number;
  /** Autocorrelation of absolute returns, at lag 1. */
  readonly clustering: number;
  /** Mean relative spread of a minute against the absolute return of that minute. */
  readonly spreadWithVolatility: number;
  /** Mean quantity a side in bands of 0.025 % from the middle outwards, in typical orders. */
  readonly depth: readonly number[];
  readonly trades: number;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function correlation(left: readonly number[], right: readonly number[]): number {
  const [meanLeft, meanRight] = [mean(left), mean(right)];
  const variance = (values: readonly number[], middle: number): number =>
    mean(values.map((value) => (value - middle) ** 2));
  const together = mean(left.map((value, i) => (value - meanLeft) * ((right[i] ?? 0) - meanRight)));
  return together / Math.sqrt(variance(left, meanLeft) * variance(right, meanRight));
}

function kurtosisOf(values: readonly number[]): number {
  const middle = mean(values);
  const power = (exponent: number): number => mean(values.map((value) => (value - middle) ** exponent));
  return power(4) / power(2) ** 2;
}

const bandWidth = 0.000_25;
const bands = 8;

function addDepth(depth: number[], { book, market }: MarketState, middle: number): void {
  for (const side of [book.bids, book.asks]) {
    for (let rank = 0; rank < side.size; rank++) {
      const level = side.level(rank);
      if (level === undefined) {
        break;
      }
      const band = Math.floor(Math.abs(level.price / middle - 1) / bandWidth);
      if (band < bands) {
        depth[band] = (depth[band] ?? 0) + level.quantity / market.typicalQuantity / 2;
      }
    }
  }
}

/** Lets the agents of one pair trade for a while and measures them. */
export function measureMarket(pair: string, seed: number, hours: number, tickMs: number): MarketFigures {
  const market = marketOf(pair);
  if (market === undefined) {
    throw new RangeError("no such market");
  }
  const exchange = new Exchange({ seed, markets: [market] });
  const found = exchange.state.markets.get(pair) as MarketState;
  const [prices, spreads, depth]: [number[], number[], number[]] = [[], [], Array.from({ length: bands }, () => 0)];
  const ticksPerMinute = 60_000 / tickMs;
  let spread = 0;
  for (let i = 1; i <= hours * 60 * ticksPerMinute; i++) {
    exchange.apply({ kind: "tick" }, Date.UTC(2026, 0, 1) + i * tickMs);
    const [bid, ask] = [found.book.bids.best()?.price ?? 0, found.book.asks.best()?.price ?? 0];
    spread += ((ask - bid) * 2) / (ask + bid) / ticksPerMinute;
    if (i % ticksPerMinute !== 0) {
      continue;
    }
    prices.push(found.lastPrice);
    spreads.push(spread);
    addDepth(depth, found, (ask + bid) / 2);
    spread = 0;
  }
  const returns = prices.slice(1).map((price, i) => price / (prices[i] ?? price) - 1);
  const sizes = returns.map(Math.abs);
  return {
    kurtosis: kurtosisOf(returns),
    autocorrelation: correlation(returns.slice(1), returns.slice(0, -1)),
    clustering: correlation(sizes.slice(1), sizes.slice(0, -1)),
    spreadWithVolatility: correlation(spreads.slice(1), sizes),
    depth: depth.map((sum) => sum / prices.length),
    trades: exchange.state.nextTradeId - 1,
  };
}

/** The mean of each figure. */
export function meanFigures(all: readonly MarketFigures[]): MarketFigures {
  const of = (figure: Exclude<keyof MarketFigures, "depth">): number => mean(all.map((one) => one[figure]));
  return {
    kurtosis: of("kurtosis"),
    autocorrelation: of("autocorrelation"),
    clustering: of("clustering"),
    spreadWithVolatility: of("spreadWithVolatility"),
    depth: Array.from({ length: bands }, (_, band) => mean(all.map((one) => one.depth[band] ?? 0))),
    trades: of("trades"),
  };
}
