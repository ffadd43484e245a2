import { ValidationError } from "@depthwire/core";
import { type PushKlinePeriod, pushKlinePeriod } from "@depthwire/schema/internal";

/** The period of a candle that is pushed. */
export type PushedPeriod = Exclude<PushKlinePeriod, `unknown:${string}`>;

/** The period of a candle, as a caller names it: a pushed period, or other text, which is refused. */
export type PeriodName = PushedPeriod | (string & Record<never, never>);

/**
 * The period of a channel.
 *
 * @throws ValidationError `value-invalid` for one that is not pushed, such as `3min`
 * @spec document 1, Events, Protocol A; field note 33
 */
export function checkKlinePeriod(period: PeriodName): PushedPeriod {
  if (!Object.hasOwn(pushKlinePeriod.members, period)) {
    throw new ValidationError("value-invalid", {
      path: "period",
      rule: `one of ${Object.keys(pushKlinePeriod.members).join(", ")}`,
    });
  }
  return period as PushedPeriod;
}
