import { Exchange } from "../exchange.js";
import { createIndexPrice, stepIndex } from "../market/index-price.js";
import { marketOf } from "../market/market-list.js";
import type { MarketState } from "../state/exchange-state.js";

/** What makes a series of prices look like a market's, from one-minute returns of the last traded price. */
export interface MarketFigures {
  readonly kurtosis: number;
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
    clustering: correlation(sizes.slice(1), sizes.slice(0, -1)),
    spreadWithVolatility: correlation(spreads.slice(1), sizes),
    depth: depth.map((sum) => sum / prices.length),
    trades: exchange.state.nextTradeId - 1,
  };
}

/** Of a minute's returns so many beginnings are looked at, evenly spread. */
const beginnings = 10;

/** Autocorrelation of one-minute returns at lag 1, over minutes that begin at each of {@link beginnings}. */
function minuteAutocorrelation(prices: readonly number[]): number {
  const returns = prices.slice(beginnings).map((price, i) => price / (prices[i] ?? price) - 1);
  return correlation(returns.slice(beginnings), returns.slice(0, -beginnings));
}

/** Autocorrelation of a market's one-minute returns, of the world's, and what the agents add to it. */
export interface Dependence {
  readonly traded: number;
  readonly world: number;
  /**
   * `traded` without `world`. The world's price is a walk whose steps do not know of each other: its autocorrelation is 0, but with tails and clusters like
   * these half a day shows it as 0 ± 0.05. That error is in both, so that the difference is known ten times as well.
   */
  readonly added: number;
}

/** Lets the agents of one pair trade for a while. @param tickMs a divisor of 6000 */
export function measureDependence(pair: string, seed: number, hours: number, tickMs: number): Dependence {
  const market = marketOf(pair);
  if (market === undefined) {
    throw new RangeError("no such market");
  }
  const exchange = new Exchange({ seed, markets: [market] });
  const found = exchange.state.markets.get(pair) as MarketState;
  const [prices, indexes]: [number[], number[]] = [[], []];
  const every = 60_000 / beginnings / tickMs;
  for (let i = 1; i <= (hours * 3_600_000) / tickMs; i++) {
    exchange.apply({ kind: "tick" }, Date.UTC(2026, 0, 1) + i * tickMs);
    if (i % every === 0) {
      prices.push(found.lastPrice);
      indexes.push(found.index.micros);
    }
  }
  const [traded, world] = [minuteAutocorrelation(prices), minuteAutocorrelation(indexes)];
  return { traded, world, added: traded - world };
}

/** Autocorrelation of the one-minute returns of the world's price alone. */
export function worldAutocorrelation(pair: string, seed: number, days: number): number {
  const market = marketOf(pair);
  if (market === undefined) {
    throw new RangeError("no such market");
  }
  const index = createIndexPrice(market, seed);
  const prices: number[] = [];
  for (let i = 0; i <= days * 14_400; i++) {
    stepIndex(index, Date.UTC(2026, 0, 1) + i * 6_000);
    for (let ms = 2_000; ms < 6_000; ms += 2_000) {
      stepIndex(index, Date.UTC(2026, 0, 1) + i * 6_000 + ms);
    }
    prices.push(index.micros);
  }
  return minuteAutocorrelation(prices);
}
