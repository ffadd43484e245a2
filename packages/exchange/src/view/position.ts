import type { PositionMode } from "../account/position-mode.js";

/**
 * A position as its owner sees it, under the names of the schema's `position` record.
 *
 * @spec document 1, Resources, Position, short-key form
 */
export interface PositionView {
  readonly leverage: string;
  readonly side: "long" | "short";
  readonly alertPrice: string;
  readonly liquidationPrice: string;
  readonly mode: PositionMode;
  readonly closableQuantity: string;
  readonly pair: string;
  readonly margin: string;
  readonly quantity: string;
  readonly openPrice: string;
  readonly takeProfitQuantity: string;
  readonly stopLossQuantity: string;
}
