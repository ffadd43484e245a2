import { formatScaled } from "@depthwire/core/internal";
import { scaledText } from "../exact/money.js";
import type { Market } from "../market/market.js";
import type { ExchangeState } from "../state/exchange-state.js";
import { type Bar, mergeBar } from "./bar.js";
import { type BarSeries, readBars } from "./bar-series.js";
import type { MarketData } from "./market-data.js";
import { type BarPeriod, type LongPeriod, periodStart } from "./period.js";

/**
 * A candle, under the names of the schema's klines.
 *
 * @spec document 1, Resources, Contract reference records, Kline record; document 1, Events, Protocol A
 */
export interface KlineView {
  readonly openedAtMs: number;
  readonly openPrice: string;
  readonly highPrice: string;
  readonly lowPrice: string;
  readonly closePrice: string;
  /** Quantity that was traded; 0 for tag prices. */
  readonly volume: string;
  /** Number of trades. */
  readonly dealCount: number;
}

function viewBar(market: Market, bar: Bar): KlineView {
  const price = (value: number): string => formatScaled(value, market.priceScale);
  return {
    openedAtMs: bar.openedAtMs,
    openPrice: price(bar.open),
    highPrice: price(bar.high),
    lowPrice: price(bar.low),
    closePrice: price(bar.close),
    volume: scaledText(bar.volume, market.quantityScale),
    dealCount: bar.deals,
  };
}

/** The latest bars of a longer period with the minute that is still being filled. */
function withLastMinute({ minutes, longer }: MarketData, period: LongPeriod, size: number): BarSeries {
  const folded = longer[period].slice(-size - 1);
  const minute = minutes[minutes.length - 1];
  if (minute === undefined) {
    return folded;
  }
  const openedAtMs = periodStart(period, minute.openedAtMs);
  const latest = folded[folded.length - 1];
  if (latest?.openedAtMs !== openedAtMs) {
    return [...folded, { ...minute, openedAtMs }];
  }
  const whole = { ...latest };
  mergeBar(whole, minute);
  return [...folded.slice(0, -1), whole];
}

/** The latest bars in figures, oldest first, the current one last. */
export function barsOf(data: MarketData, period: BarPeriod, size: number, now: number): readonly Bar[] {
  const series = period === "1min" ? data.minutes : withLastMinute(data, period, size);
  return readBars(series, period, size, now);
}

/**
 * The latest candles of a pair, oldest first, the current one last. A period without a trade has the close before it four
 * times and the volume 0.
 *
 * @returns nothing for an unknown pair
 */
export function klinesOf(
  state: ExchangeState,
  pair: string,
  period: BarPeriod,
  size: number,
): readonly KlineView[] | undefined {
  const found = state.markets.get(pair);
  return found === undefined
    ? undefined
    : barsOf(found.data, period, size, state.now).map((bar) => viewBar(found.market, bar));
}

/**
 * The latest minutes of a contract's tag price, oldest first, the current one last.
 *
 * @returns nothing for a pair that is not a contract
 */
export function tagPriceKlinesOf(state: ExchangeState, pair: string, size: number): readonly KlineView[] | undefined {
  const found = state.markets.get(pair);
  return found?.contract === undefined
    ? undefined
    : readBars(found.data.tagMinutes, "1min", size, state.now).map((bar) => viewBar(found.market, bar));
}
