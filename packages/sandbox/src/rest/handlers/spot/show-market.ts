import type { InputOf, Market } from "@depthwire/schema";
import type { ExchangeState, MarketState } from "../../../exchange/exchange-state.js";
import { viewTicker } from "../../../exchange/market-data/ticker.js";
import { spotPairId } from "../../../exchange/spot/spot-list.js";

/** A spot market's 24-hour figures. @spec document 2, Resources, Spot market records, Market */
export function showMarket(state: ExchangeState, found: MarketState): InputOf<Market> {
  const { pair, coin, currency = "" } = found.market;
  return { ...viewTicker(state, found), pairId: spotPairId(pair), coin, pricingCoin: currency };
}
