import { type Signal, signal } from "@preact/signals";
import { ask } from "../data/api.js";
import type { Trade } from "../data/wire.js";
import { addDecimals, compareDecimal } from "../numbers/exact.js";

/** One candle. Money is text. */
export interface Candle {
  readonly openedAtMs: number;
  readonly openPrice: string;
  readonly highPrice: string;
  readonly lowPrice: string;
  readonly closePrice: string;
  readonly volume: string;
}

/** How long candles last, by the names of the venue, in milliseconds. */
export const periods: Readonly<Record<string, number>> = {
  "1min": 60_000,
  "5min": 300_000,
  "15min": 900_000,
  "1hour": 3_600_000,
  "4hour": 14_400_000,
  day: 86_400_000,
};

/** Candles that are asked for. */
const asked = 500;

/** The newest candles that may be other than the venue's at a look: the one that goes on, and the one before it. */
const unsettled = 2;

/** The newest candles are held against the venue's so often, in milliseconds: trades alone may have been missed. */
export const checkEveryMs = 5_000;

/** Candles of one pair and period, oldest first. */
export interface Series {
  readonly pair: string;
  readonly period: string;
  readonly candles: readonly Candle[];
  /** When the venue's candles came last, epoch milliseconds. */
  readonly checkedAtMs: number;
}

/** The candles that are shown. */
export const series: Signal<Series> = signal({ pair: "", period: "", candles: [], checkedAtMs: 0 });

/**
 * Asks for candles: all, or, where some are known, those that may have changed since the last look, however long ago that was: the page
 * may have been hidden meanwhile.
 *
 * @param isWanted whether they still are, once they come: another pair may be looked at by then
 * @returns whether they came
 */
export async function loadCandles(pair: string, period: string, isWanted: () => boolean): Promise<boolean> {
  const { candles, checkedAtMs, ...of } = series.value;
  const isKnown = of.pair === pair && of.period === period && candles.length > 0;
  const nowMs = Date.now();
  const sinceThen = Math.ceil((nowMs - checkedAtMs) / (periods[period] ?? 60_000));
  const limit = isKnown ? Math.min(asked, unsettled + sinceThen) : asked;
  const told = await ask<{ readonly klines: readonly Candle[] }>(`/klines/${pair}/${period}?limit=${limit}`);
  if (told.kind !== "done" || !isWanted()) {
    return false;
  }
  const before = isKnown ? series.value.candles : [];
  series.value = { pair, period, candles: joined(before, told.value.klines), checkedAtMs: nowMs };
  return true;
}

/** The venue's candles in place of those from their first on. */
export function joined(before: readonly Candle[], fresh: readonly Candle[]): readonly Candle[] {
  const [first] = fresh;
  return first === undefined ? before : [...before.filter(({ openedAtMs }) => openedAtMs < first.openedAtMs), ...fresh];
}

/** The candles after a trade, which belongs to the newest candle or begins one. */
export function withTrade(
  candles: readonly Candle[],
  { price, quantity, tradedAtMs }: Trade,
  periodMs: number,
): readonly Candle[] {
  const openedAtMs = tradedAtMs - (tradedAtMs % periodMs);
  const last = candles.at(-1);
  if (last === undefined || openedAtMs < last.openedAtMs) {
    return candles;
  }
  if (openedAtMs > last.openedAtMs) {
    const begun = {
      openedAtMs,
      openPrice: price,
      highPrice: price,
      lowPrice: price,
      closePrice: price,
      volume: quantity,
    };
    return [...candles, begun];
  }
  const { highPrice, lowPrice } = last;
  return [
    ...candles.slice(0, -1),
    {
      ...last,
      highPrice: compareDecimal(price, highPrice) > 0 ? price : highPrice,
      lowPrice: compareDecimal(price, lowPrice) < 0 ? price : lowPrice,
      closePrice: price,
      volume: addDecimals(last.volume, quantity),
    },
  ];
}
