import type { PositionSide } from "../contract/margin.js";
import type { CoinAccounts } from "../ledger/chart.js";
import type { LedgerAccount } from "../ledger/ledger.js";
import type { OrderRecord } from "../order/order-record.js";
import type { ChangeRecord } from "../view/change.js";
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
  /** What waiting orders would still add. */
  opening: number;
  /** What waiting orders have reserved to close. Plans reserve nothing. */
  closing: number;
  /** What waiting plans would close with a profit, and to stop a loss. */
  takeProfit: number;
  stopLoss: number;
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
  /** What they hold back together, in money. */
  frozen: bigint;
  /** The change log of both sides, oldest first. */
  readonly changes: ChangeRecord[];
}

/** A user of the exchange. */
export interface UserState {
  readonly account: AccountId;
  /** How many users there were before. */
  readonly number: number;
  readonly coins: Map<string, CoinAccounts>;
  readonly holdings: Map<string, Holding>;
  /** Ids of remembered orders by the id that their owner gave them, in order of arrival. */
  readonly clientIds: Map<string, number[]>;
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
