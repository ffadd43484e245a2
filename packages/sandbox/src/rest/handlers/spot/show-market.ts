import { type MarketState, spotPairId, type TickerView, viewTicker } from "@depthwire/exchange/internal";
import type { InputOf, Market } from "@depthwire/schema";
import { profileRules } from "../../../profile.js";
import type { RestServices } from "../../rest-services.js";

/** {@link TickerView}, as a profile sends it. */
type SpotFigures = Omit<TickerView, "baseLastPriceCny"> & Partial<Pick<TickerView, "baseLastPriceCny">>;

/** A spot market's figures and best quotes, with the fields that the profile's venue has. @spec field note 42 */
export function showTicker({ host, profile }: RestServices, found: MarketState): SpotFigures {
  const { baseLastPriceCny, ...documented } = viewTicker(host.exchange.state, found);
  return profileRules[profile].spotFields === "documented" ? documented : { ...documented, baseLastPriceCny };
}

/** A spot market's 24-hour figures. @spec document 2, Resources, Spot market records, Market */
export function showMarket(services: RestServices, found: MarketState): InputOf<Market> {
  const { pair, coin, currency = "" } = found.market;
  return { ...showTicker(services, found), pairId: spotPairId(pair), coin, pricingCoin: currency };
}
