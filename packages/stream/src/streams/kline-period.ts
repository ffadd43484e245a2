import { ValidationError } from "@depthwire/core";
import type { PushKlinePeriod } from "@depthwire/schema";

/** How long a candle that is pushed lasts. */
export type KnownKlinePeriod = Exclude<PushKlinePeriod, `unknown:${string}`>;

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** How long candles last, milliseconds. */
export const klinePeriodMs: Readonly<Record<KnownKlinePeriod, number>> = {
  "1min": minuteMs,
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

/**
 * The period of a channel.
 *
 * @throws ValidationError `value-invalid` for one that is not pushed, such as `3min`
 * @spec document 1, Events, Protocol A; field note 33
 */
export function checkKlinePeriod(period: string): KnownKlinePeriod {
  if (!Object.hasOwn(klinePeriodMs, period)) {
    throw new ValidationError("value-invalid", {
      path: "period",
      rule: `one of ${Object.keys(klinePeriodMs).join(", ")}`,
    });
  }
  return period as KnownKlinePeriod;
}
