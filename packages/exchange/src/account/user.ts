import type { PositionSide } from "../contract/margin.js";
import type { CoinAccounts } from "../ledger/chart.js";
import type { LedgerAccount } from "../ledger/ledger.js";
import type { OrderSide } from "../market/market.js";
import type { OrderRecord } from "../order/order-record.js";
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

/**
 * What a holding's waiting orders would lose against the tag price if all of them traded now: in a linear contract the sum of price
 * difference × quantity. It is kept, so that nobody has to ask each order.
 */
export interface WaitingLosses {
  /** The tag price at which the sum holds; 0 when it has to be made anew. */
  mark: number;
  sum: number;
}

/** What a user has and wants in one contract. */
export interface Holding {
  readonly pair: string;
  /** The coin in which it settles. */
  readonly coin: string;
  /** The user's accounts of this coin. */
  readonly accounts: CoinAccounts;
  mode: PositionMode;
  readonly long: Position;
  readonly short: Position;
  /** Waiting orders by id, in order of arrival. */
  readonly orders: Map<number, OrderRecord>;
  /** What they hold back together. */
  readonly frozen: LedgerAccount;
  readonly losses: WaitingLosses;
}

/** A user of the exchange. */
export interface UserState {
  readonly account: AccountId;
  /** How many users there were before. */
  readonly number: number;
  readonly coins: Map<string, CoinAccounts>;
  readonly holdings: Map<string, Holding>;
  /** Ids of waiting orders by the id that their owner gave them, in order of arrival. */
  readonly clientIds: Map<string, number[]>;
  /** Set by the operator: no order is accepted. */
  restricted: boolean;
  /** Fees are paid with the platform token as far as it goes. */
  paysFeesInToken: boolean;
  /** His open orders and plans are cancelled when his last private connection is gone. */
  cancelOnDisconnect: boolean;
}

/** Leverage of a new position, where the contract allows so much. */
export const initialLeverage = 10;

/** The side of a holding that an order changes. */
export function positionOf({ long, short }: Holding, side: OrderSide): Position {
  return side === "open-long" || side === "close-long" ? long : short;
}

/** Both sides of a holding. */
export function sidesOf(holding: Holding): readonly Position[] {
  return [holding.long, holding.short];
}
