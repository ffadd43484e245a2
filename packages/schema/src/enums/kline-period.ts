import { enumeration } from "../shape/enumeration.js";
import type { ValueOf } from "../shape/value.js";

/**
 * How long a candle of a REST query lasts. Pushes know all of these but `3min`.
 *
 * @spec document 1, Endpoints, Contract kline; document 2, Endpoints, Spot market data
 */
export const klinePeriod = /* @__PURE__ */ enumeration(
  "kline-period",
  {
    /** One minute. */
    "1min": "1min",
    /** Three minutes. */
    "3min": "3min",
    /** Five minutes. */
    "5min": "5min",
    /** A quarter of an hour. */
    "15min": "15min",
    /** Half an hour. */
    "30min": "30min",
    /** One hour. */
    "1hour": "1hour",
    /** Two hours. */
    "2hour": "2hour",
    /** Four hours. */
    "4hour": "4hour",
    /** Six hours. */
    "6hour": "6hour",
    /** Half a day. */
    "12hour": "12hour",
    /** One day. */
    day: "day",
    /** One week. */
    week: "week",
  },
  { wire: "text" },
);

/** Decoded {@link klinePeriod}. */
export type KlinePeriod = ValueOf<typeof klinePeriod>;

/** A period that the documents name. */
export type KnownKlinePeriod = Exclude<KlinePeriod, `unknown:${string}`>;

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** How long a candle of each period lasts, in milliseconds. */
export const klinePeriodMs: Readonly<Record<KnownKlinePeriod, number>> = {
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
