import type { KlinePeriod } from "@depthwire/schema";

/** Periods of candles that the venue keeps; `3min` is asked for over REST alone. */
export type BarPeriod = Exclude<KlinePeriod, `unknown:${string}`>;

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** How long each period lasts, in milliseconds. */
export const periodMs: Readonly<Record<BarPeriod, number>> = {
  "1min": minuteMs,
  "3min": 3 * minuteMs,
  "5min": 5 * minuteMs,
  "15min": 15 * minuteMs,
  "30min": 30 * minuteMs,
  "1hour": hourMs,
  "2hour": 2 * hourMs,
  "4hour": 4 * hourMs,
  "6hour": 6 * hourMs,
  "12hour": 12 * hourMs,
  day: dayMs,
  week: 7 * dayMs,
};

/** A period that is longer than a minute. */
export type LongPeriod = Exclude<BarPeriod, "1min">;

/** All of them. */
export const longPeriods: readonly LongPeriod[] = [
  "3min",
  "5min",
  "15min",
  "30min",
  "1hour",
  "2hour",
  "4hour",
  "6hour",
  "12hour",
  "day",
  "week",
];

/** Whether a text names a period. */
export function isBarPeriod(text: string): text is BarPeriod {
  return Object.hasOwn(periodMs, text);
}

/** The first Monday after the epoch, which was a Thursday: weeks begin on Mondays. */
const firstMondayMs = 4 * dayMs;

/** When the period began in which a moment lies: whole periods of UTC, weeks from Monday on. Epoch milliseconds. */
export function periodStart(period: BarPeriod, atMs: number): number {
  const lengthMs = periodMs[period];
  const offsetMs = period === "week" ? firstMondayMs : 0;
  return Math.floor((atMs - offsetMs) / lengthMs) * lengthMs + offsetMs;
}
