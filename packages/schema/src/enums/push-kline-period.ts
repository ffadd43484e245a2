import { enumeration } from "../shape/enumeration.js";
import type { ValueOf } from "../shape/value.js";

/**
 * How long a pushed candle lasts. REST queries know `3min` too.
 *
 * @spec document 1, Events, Protocol A; field note 33
 */
export const pushKlinePeriod = /* @__PURE__ */ enumeration(
  "push-kline-period",
  {
    /** One minute. */
    "1min": "1min",
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

/** Decoded {@link pushKlinePeriod}. */
export type PushKlinePeriod = ValueOf<typeof pushKlinePeriod>;
