import { type KnownKlinePeriod, klinePeriodMs } from "@depthwire/schema";

/** Periods of candles that the venue keeps; `3min` is asked for over REST alone. */
export type BarPeriod = KnownKlinePeriod;

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
  return Object.hasOwn(klinePeriodMs, text);
}

/** The first Monday after the epoch, which was a Thursday: weeks begin on Mondays. */
const firstMondayMs = 4 * klinePeriodMs.day;

/** When the period began in which a moment lies: whole periods of UTC, weeks from Monday on. Epoch milliseconds. */
export function periodStart(period: BarPeriod, atMs: number): number {
  const lengthMs = klinePeriodMs[period];
  const offsetMs = period === "week" ? firstMondayMs : 0;
  return Math.floor((atMs - offsetMs) / lengthMs) * lengthMs + offsetMs;
}
