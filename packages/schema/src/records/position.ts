import { positionMode } from "../enums/position-mode.js";
import { positionSide } from "../enums/position-side.js";
import { pair } from "../names/pair.js";
import { record, required } from "../shape/composite.js";
import type { RecordOf, RecordValue } from "../shape/value.js";
import { leverage, money, price, quantity, userId } from "./scalars.js";

const fields = {
  /** Value of the position divided by its margin. */
  leverage: required("l", leverage),
  /** Which way it profits. */
  side: required("sd", positionSide),
  /** Price at which the venue warns. */
  alertPrice: required("pa", price),
  /** Whose it is. */
  userId: required("ui", userId),
  /** Price at which the venue takes it over; 0: none. */
  liquidationPrice: required("pf", price),
  /** What backs it. */
  mode: required("md", positionMode),
  /** The part that no closing order has reserved. */
  closableQuantity: required("lc", quantity),
  /** The contract. */
  pair: required("pi", pair),
  /** Margin set aside for it. */
  margin: required("mg", money),
  /** Its size: number of contracts multiplied by the contract value. */
  quantity: required("hc", quantity),
  /** Average price at which it was opened. */
  openPrice: required("po", price),
  /** Quantity of the take-profit orders that wait. */
  takeProfitQuantity: required("pp", quantity),
  /** Quantity of the stop-loss orders that wait. */
  stopLossQuantity: required("ps", quantity),
};

/** A position. The private stream calls its update `contract_order`. */
export const position: RecordOf<typeof fields, Position> = /* @__PURE__ */ record("position", fields, {
  spec: "document 1, Resources, Position, short-key form",
  ignored: ["pt", "f", "fb0", "fb", "id", "sp", "ut", "cc", "st", "pc", "t", "v"],
});

/** Decoded {@link position}. */
export interface Position extends RecordValue<typeof fields> {}
