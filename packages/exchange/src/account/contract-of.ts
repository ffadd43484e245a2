import type { ContractState } from "../contract/contract-state.js";
import type { ExchangeState } from "../state/exchange-state.js";
import type { Holding } from "./user.js";

/** The contract of a holding. */
export function contractOf(state: ExchangeState, holding: Holding): ContractState {
  const contract = state.markets.get(holding.pair)?.contract;
  if (contract === undefined) {
    throw new RangeError(`${holding.pair} is not a contract`);
  }
  return contract;
}
