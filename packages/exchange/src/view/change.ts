import type { PositionMode } from "../account/position-mode.js";

/** What changed a position. @spec document 1, Resources, Enumerations */
export type ChangeType = "open" | "close" | "lighten" | "liquidate" | "auto-deleverage";

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
