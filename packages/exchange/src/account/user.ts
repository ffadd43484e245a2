import type { PositionSide } from "../contract/margin.js";
import type { CoinAccounts } from "../ledger/chart.js";
import type { LedgerAccount } from "../ledger/ledger.js";
import type { OrderRecord } from "../order/order-record.js";
import type { ChangeView } from "../view/change.js";
import type { AccountId } from "./account-id.js";
import type { PositionMode } from "./position-mode.js";

/** One side of a user's position in a contract. It exists from the first look on; empty it has the quantity 0. */
export interface Position {
  readonly account: AccountId;
  readonly pair: string;
  readonly side: PositionSide;
  /** At the market's scale. */
  quantity: number;
  /** What the quantity cost, in money. */
  cost: bigint;
  /** The same for the average price alone, finer than money is. */
  fineCost: bigint;
  leverage: number;
  readonly margin: LedgerAccount;
}

/** What a user has and wants in one contract. */
export interface Holding {
  readonly pair: string;
  /** The coin in which it settles. */
  readonly coin: string;
  mode: PositionMode;
  readonly long: Position;
  readonly short: Position;
  /** Waiting orders by id, in order of arrival. */
  readonly orders: Map<number, OrderRecord>;
  /** The change log of both sides, oldest first. */
  readonly changes: ChangeView[];
}

/** A user of the exchange. */
export interface UserState {
  readonly account: AccountId;
  readonly coins: Map<string, CoinAccounts>;
  readonly holdings: Map<string, Holding>;
  /** Set by the operator: no order is accepted. */
  restricted: boolean;
  /** Fees are paid with the platform token as far as it goes. */
  paysFeesInToken: boolean;
}

/** Leverage of a new position, where the contract allows so much. */
export const initialLeverage = 10;

/** Both sides of a holding. */
export function sidesOf(holding: Holding): readonly Position[] {
  return [holding.long, holding.short];
}
