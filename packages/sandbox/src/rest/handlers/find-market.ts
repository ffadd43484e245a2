import type { MarketState } from "@depthwire/exchange/internal";
import type { RestServices } from "../rest-services.js";

/** A spot market; nothing for contracts, which have addresses of their own. */
export function findSpot(pair: string, { host }: RestServices): MarketState | undefined {
  const found = host.exchange.state.markets.get(pair);
  return found?.spot === undefined ? undefined : found;
}

/** Every spot market, in the order of the venue's list. */
export function allSpot({ host }: RestServices): readonly MarketState[] {
  return [...host.exchange.state.markets.values()].filter(({ spot }) => spot !== undefined);
}

/** A contract, coin-margined ones included. @spec field note 22 */
export function findContract(pair: string, { host }: RestServices): MarketState | undefined {
  const found = host.exchange.state.markets.get(pair);
  return found?.contract === undefined ? undefined : found;
}
