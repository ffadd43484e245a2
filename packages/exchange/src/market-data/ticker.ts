import { formatScaled } from "@depthwire/core/internal";
import { klinePeriodMs } from "@depthwire/schema";
import type { BookSide } from "../book/order-book.js";
import { type Fraction, fraction } from "../exact/fraction.js";
import { powerOfTen, scaledText } from "../exact/money.js";
import type { ExchangeState, MarketState } from "../state/exchange-state.js";
import { quantityText } from "../view/texts.js";
import type { Bar } from "./bar.js";
import { atScale, cnyPerUsd, dollarPrice, pricingCoin, times } from "./dollar-price.js";
import { minutesOfDay } from "./market-data.js";
import { periodStart } from "./period.js";

/** What was traded in 24 hours: the current minute and the 1439 before it. Integers at the market's scales. */
export interface DayFigures {
  /** The price at which the 24 hours began. */
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly last: number;
  readonly volume: number;
  /** Quantity × price, at the sum of both scales. */
  readonly turnover: bigint;
}

/**
 * A market's 24-hour figures and best quotes, under the names of the schema's tickers and market records.
 *
 * @spec document 1, Events, Protocol A; document 2, Resources, Spot market records, Ticker and Market
 */
export interface TickerView {
  readonly pair: string;
  readonly openPrice: string;
  readonly highPrice: string;
  readonly lowPrice: string;
  readonly lastPrice: string;
  readonly priceChange: string;
  /** Without its sign `%`; two decimals, a half rounded away from zero. */
  readonly percentChange: string;
  readonly volume: string;
  /** In the coin of the prices. */
  readonly turnover: string;
  /** `0` while nobody waits on that side. */
  readonly bestBidPrice: string;
  readonly bestBidQuantity: string;
  readonly bestAskPrice: string;
  readonly bestAskQuantity: string;
  readonly lastPriceCny: string;
  /** As `lastPriceCny`, with eight decimals. @spec field note 42 */
  readonly baseLastPriceCny: string;
  readonly highPriceCny: string;
  readonly lowPriceCny: string;
  readonly lastPriceUsd: string;
  readonly highPriceUsd: string;
  readonly lowPriceUsd: string;
  readonly updatedAtMs: number;
}

/** Fewest decimals of a price in another currency. */
const minCents = 2;

/** Decimals of the finer price in yuan. */
const baseScale = 8;

const percentScale = 2;

/** A market's 24-hour figures in integers. */
export function dayFigures({ data, lastPrice }: MarketState, now: number): DayFigures {
  const fromMs = periodStart("1min", now) - (minutesOfDay - 1) * klinePeriodMs["1min"];
  const { minutes } = data;
  let at = minutes.length - 1;
  let [high, low, volume, turnover] = [0, 0, 0, 0n];
  let earliest: Bar | undefined;
  for (; at >= 0; at--) {
    const bar = minutes[at] as Bar;
    if (bar.openedAtMs < fromMs) {
      break;
    }
    high = earliest === undefined ? bar.high : Math.max(high, bar.high);
    low = earliest === undefined ? bar.low : Math.min(low, bar.low);
    volume += bar.volume;
    turnover += bar.turnover;
    earliest = bar;
  }
  const before = minutes[at];
  if (earliest === undefined) {
    return { open: lastPrice, high: lastPrice, low: lastPrice, last: lastPrice, volume, turnover };
  }
  return { open: before?.close ?? earliest.open, high, low, last: lastPrice, volume, turnover };
}

/** A change in percent at {@link percentScale}, a half rounded away from zero. */
function percentOf(change: number, open: number): string {
  const doubled = BigInt(Math.abs(change)) * 100n * powerOfTen(percentScale) * 2n;
  const rounded = (doubled + BigInt(open)) / (2n * BigInt(open));
  return formatScaled(change < 0 ? -rounded : rounded, percentScale);
}

function bestOf(found: MarketState, side: BookSide): readonly [price: string, quantity: string] {
  const best = side.best();
  if (best === undefined) {
    return ["0", "0"];
  }
  return [formatScaled(best.price, found.market.priceScale), quantityText(found.market, best.quantity)];
}

/** A market as everybody sees it now. */
export function viewTicker(state: ExchangeState, found: MarketState): TickerView {
  const { market, book } = found;
  const day = dayFigures(found, state.now);
  const price = (value: number): string => formatScaled(value, market.priceScale);
  const usd = dollarPrice(state, pricingCoin(market));
  const cny = times(usd, cnyPerUsd);
  const cents = Math.max(minCents, market.priceScale);
  const worth = (value: number, rate: Fraction, scale = cents): string =>
    formatScaled(atScale(times(fraction(BigInt(value), powerOfTen(market.priceScale)), rate), scale), scale);
  const [bestBidPrice, bestBidQuantity] = bestOf(found, book.bids);
  const [bestAskPrice, bestAskQuantity] = bestOf(found, book.asks);
  return {
    pair: market.pair,
    openPrice: price(day.open),
    highPrice: price(day.high),
    lowPrice: price(day.low),
    lastPrice: price(day.last),
    priceChange: price(day.last - day.open),
    percentChange: percentOf(day.last - day.open, day.open),
    volume: scaledText(day.volume, market.quantityScale),
    turnover: scaledText(day.turnover, market.priceScale + market.quantityScale),
    bestBidPrice,
    bestBidQuantity,
    bestAskPrice,
    bestAskQuantity,
    lastPriceCny: worth(day.last, cny),
    baseLastPriceCny: worth(day.last, cny, baseScale),
    highPriceCny: worth(day.high, cny),
    lowPriceCny: worth(day.low, cny),
    lastPriceUsd: worth(day.last, usd),
    highPriceUsd: worth(day.high, usd),
    lowPriceUsd: worth(day.low, usd),
    updatedAtMs: state.now,
  };
}

/** A pair as everybody sees it now; nothing for an unknown one. */
export function tickerOf(state: ExchangeState, pair: string): TickerView | undefined {
  const found = state.markets.get(pair);
  return found === undefined ? undefined : viewTicker(state, found);
}
