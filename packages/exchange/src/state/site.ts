import type { Holding, Position, UserState } from "../account/user.js";
import type { ContractState } from "../contract/contract-state.js";
import type { MarketState } from "./exchange-state.js";

/** A contract and the market in which it is traded. */
export interface ContractSite {
  readonly market: MarketState;
  readonly contract: ContractState;
}

/** Where a user's holding of a contract stands in the exchange. */
export interface HoldingSite extends ContractSite {
  readonly user: UserState;
  readonly holding: Holding;
}

/** Where a position stands in the exchange. */
export interface PositionSite extends HoldingSite {
  readonly position: Position;
}
