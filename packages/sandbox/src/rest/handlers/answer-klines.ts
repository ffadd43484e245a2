import { isBarPeriod } from "@depthwire/exchange/internal";
import type { Kline } from "@depthwire/schema";
import { type GetKlinesParams, limits } from "@depthwire/schema/internal";
import { type Answer, refused } from "../handler.js";
import type { RestServices } from "../rest-services.js";

/** The latest candles of a pair that is known, oldest first. */
export function answerKlines(
  { pair, period, size }: GetKlinesParams,
  { host }: RestServices,
): Answer<readonly Kline[]> {
  if (!isBarPeriod(period)) {
    return refused(3000);
  }
  return host.exchange.klines(pair, period, size ?? limits.klines.assumed);
}
