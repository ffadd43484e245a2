import { klinePeriodMs } from "@depthwire/schema";
import { type Bar, flatBar, mergeBar } from "./bar.js";
import { type BarPeriod, periodStart } from "./period.js";

/** Bars of one period, oldest first. A period without a trade has none: a reader fills the gaps. */
export type BarSeries = Bar[];

/** Forgetting is done in batches of this part of what is kept, so that it costs nothing per bar. */
const batchPart = 16;

/**
 * Forgets bars that lie more than `kept` periods before the latest one, but never the last of them: it has the price at which
 * the kept time begins.
 */
export function forgetBars(series: BarSeries, period: BarPeriod, kept: number): void {
  if (series.length <= kept + Math.ceil(kept / batchPart)) {
    return;
  }
  const latest = series[series.length - 1] as Bar;
  const earliestMs = latest.openedAtMs - kept * klinePeriodMs[period];
  let stale = 0;
  while ((series[stale + 1] as Bar).openedAtMs <= earliestMs) {
    stale++;
  }
  series.splice(0, stale);
}

/** Adds a later bar of a shorter period to the bar of this period in which it lies. */
export function foldBar(series: BarSeries, period: BarPeriod, shorter: Bar): void {
  const openedAtMs = periodStart(period, shorter.openedAtMs);
  const latest = series[series.length - 1];
  if (latest?.openedAtMs === openedAtMs) {
    mergeBar(latest, shorter);
  } else {
    series.push({ ...shorter, openedAtMs });
  }
}

/** Index of the last bar that began by `atMs`; −1 when there is none. */
function lastBy(series: readonly Bar[], atMs: number): number {
  let low = 0;
  let high = series.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((series[middle] as Bar).openedAtMs <= atMs) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low - 1;
}

/**
 * The latest `size` periods up to now, oldest first. A period without a trade has the close before it four times and the
 * volume 0; before the first trade there is nothing.
 */
export function readBars(series: readonly Bar[], period: BarPeriod, size: number, now: number): readonly Bar[] {
  const lengthMs = klinePeriodMs[period];
  const endMs = periodStart(period, now);
  const first = series[0];
  if (first === undefined) {
    return [];
  }
  const startMs = Math.max(first.openedAtMs, endMs - (size - 1) * lengthMs);
  const bars: Bar[] = [];
  let at = lastBy(series, startMs);
  for (let openedAtMs = startMs; openedAtMs <= endMs; openedAtMs += lengthMs) {
    const next = series[at + 1];
    if (next !== undefined && next.openedAtMs <= openedAtMs) {
      at++;
    }
    const bar = series[at] as Bar;
    bars.push(bar.openedAtMs === openedAtMs ? bar : flatBar(openedAtMs, bar.close));
  }
  return bars;
}
