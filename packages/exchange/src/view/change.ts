import type { AccountId } from "../account/account-id.js";
import type { PositionMode } from "../account/position-mode.js";
import type { Fraction } from "../exact/fraction.js";
import type { ChargedFee } from "./fill.js";

/** What changed a position. @spec document 1, Resources, Enumerations */
export type ChangeType = "open" | "close" | "lighten" | "liquidate" | "auto-deleverage";

/** A change of a position in figures, as the change log keeps it. The average open price is that of the position before a reduction and after an increase. */
export interface ChangeRecord extends ChargedFee {
  readonly id: number;
  readonly side: "long" | "short";
  readonly mode: PositionMode;
  readonly type: ChangeType;
  /** At the market's scale. */
  readonly quantityChange: number;
  /** The position afterwards. */
  readonly quantity: number;
  /** At the price scale; a trade's price is a whole number. */
  readonly price: number | Fraction;
  readonly openQuantity: number;
  readonly openFineCost: bigint;
  readonly profit: bigint;
  readonly atMs: number;
}

/** A line of the change log with whose it is, and of what. */
export interface LoggedChange extends ChangeRecord {
  readonly account: AccountId;
  readonly pair: string;
}

/**
 * A record of the change log, under the names of the schema's `position-change` record.
 *
 * @spec document 1, Resources, Position change record
 */
export interface ChangeView {
  readonly positionChangeId: string;
  readonly coin: string;
  readonly pair: string;
  readonly side: "long" | "short";
  readonly mode: PositionMode;
  readonly type: ChangeType;
  readonly quantityChange: string;
  /** The position afterwards. */
  readonly quantity: string;
  readonly price: string;
  readonly openPrice: string;
  readonly profit: string;
  readonly fee: string;
  readonly tokenFeeDeduction: string;
  readonly couponFeeDeduction: string;
  readonly createdAtMs: number;
}
