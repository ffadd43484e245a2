import type { AccountId } from "../account/account-id.js";
import type { LedgerAccount } from "../ledger/ledger.js";
import type { PlanIndex } from "../plan/plan-index.js";
import type { ContractTerms } from "./terms.js";
import type { ContractUnits } from "./units.js";

/** An agent's position: one, in either direction, without margin. */
export interface HousePosition {
  readonly account: AccountId;
  /** Positive for a long position, negative for a short one. */
  quantity: number;
  /** What it cost, in money. */
  cost: bigint;
  readonly money: LedgerAccount;
}

/** What the tag price is made of beside the index. */
export interface MarkState {
  /** The tag price at the price scale. */
  price: number;
  /** The index at the price scale, as it was told last. */
  indexPrice: number;
  /** When either of them last changed. */
  movedAtMs: number;
  /** Smoothed distance of the book's middle from the index, in millionths of a price unit. */
  premiumMicros: number;
  /** Sum and number of the premium rates since the last funding, at the rate scale. */
  premiumSum: number;
  premiumCount: number;
  /** The last funding rate, at the rate scale. */
  fundingRate: number;
  fundedAtMs: number;
}

/** What changes about a contract beside its book. */
export interface ContractState {
  readonly terms: ContractTerms;
  readonly units: ContractUnits;
  readonly clearing: LedgerAccount;
  readonly mark: MarkState;
  readonly house: Map<AccountId, HousePosition>;
  /** Users who hold a position. */
  readonly holders: Set<AccountId>;
  /** Plans that wait for the last price. */
  readonly plans: PlanIndex;
}
