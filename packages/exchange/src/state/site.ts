import type { Holding, Position, UserState } from "../account/user.js";
import type { ContractState } from "../contract/contract-state.js";
import type { MarketState } from "./exchange-state.js";

/** A contract and the market in which it is traded. */
export interface ContractSite {
  readonly market: MarketState;
  readonly contract: ContractState;
}

/** Place of a user's holding of a contract in the exchange. */
export interface HoldingSite extends ContractSite {
  readonly user: UserState;
  readonly holding: Holding;
}

/** Place of a position in the exchange. */
export interface PositionSite extends HoldingSite {
  readonly position: Position;
}
