import { klinePeriodMs } from "@depthwire/schema";
import { type BarPeriod, longPeriods } from "./period.js";

/** One bar of a history that is to be made. */
export interface GridBar {
  readonly openedAtMs: number;
  readonly lengthMs: number;
  /** The periods into which it goes. */
  readonly periods: readonly BarPeriod[];
}

const hourMs = klinePeriodMs["1hour"];

/**
 * How fine a history is, by its age: a candle that nobody can ask for any more is not made. A thousand candles of each period are kept, so five
 * minutes reach back 84 hours, an hour 42 days.
 */
const grains: readonly { readonly period: BarPeriod; readonly maxAgeMs: number }[] = [
  { period: "2hour", maxAgeMs: Number.POSITIVE_INFINITY },
  { period: "15min", maxAgeMs: 1008 * hourMs },
  { period: "1min", maxAgeMs: 84 * hourMs },
];

function periodsFrom(grain: BarPeriod): readonly BarPeriod[] {
  const lengthMs = klinePeriodMs[grain];
  const longer = longPeriods.filter((period) => klinePeriodMs[period] % lengthMs === 0);
  return grain === "1min" ? ["1min", ...longer] : longer;
}

/** The bars of a history that ends with the minute of `now`, oldest first. */
export function historyGrid(now: number, ms: number): readonly GridBar[] {
  const endMs = (Math.floor(now / klinePeriodMs["1min"]) + 1) * klinePeriodMs["1min"];
  const bars: GridBar[] = [];
  let openedAtMs = 0;
  for (const [i, { period, maxAgeMs }] of grains.entries()) {
    const lengthMs = klinePeriodMs[period];
    const next = grains[i + 1];
    const floorMs = (atMs: number): number => Math.floor(atMs / lengthMs) * lengthMs;
    const untilMs = next === undefined ? endMs : floorMs(now - next.maxAgeMs);
    const fromMs = floorMs(now - Math.min(ms, maxAgeMs));
    const periods = periodsFrom(period);
    for (openedAtMs = bars.length > 0 ? openedAtMs : fromMs; openedAtMs < untilMs; openedAtMs += lengthMs) {
      bars.push({ openedAtMs, lengthMs, periods });
    }
  }
  return bars;
}
