import { positionChangeType } from "../enums/position-change-type.js";
import { positionMode } from "../enums/position-mode.js";
import { positionSide } from "../enums/position-side.js";
import { pair } from "../names/pair.js";
import { record, required } from "../shape/composite.js";
import type { RecordOf, RecordValue } from "../shape/value.js";
import { coinSymbol, isoTime, longMoney, longPrice, longQuantity, positionChangeId, userId } from "./scalars.js";

const fields = {
  /** The venue's id of the record. */
  positionChangeId: required("id", positionChangeId),
  /** Whose position it is. */
  userId: required("user_id", userId),
  /** The coin in which it settles. */
  coin: required("coin_symbol", coinSymbol),
  /** The contract. */
  pair: required("pair", pair),
  /** Which way the position profits. */
  side: required("side", positionSide),
  /** What backs the position. */
  mode: required("model", positionMode),
  /** What changed it. */
  type: required("log_type", positionChangeType),
  /** By how much the position changed. */
  quantityChange: required("hold_coin_dx", longQuantity),
  /** The position afterwards. */
  quantity: required("hold_coin", longQuantity),
  /** The price at which it changed (proposed price). */
  price: required("price_log", longPrice),
  /** Average price at which the position was opened. */
  openPrice: required("price_open", longPrice),
  /** Profit that was realised. */
  profit: required("profit", longMoney),
  /** Fee that was charged. */
  fee: required("fee", longMoney),
  /** Part of the fee that was paid with the platform token. */
  tokenFeeDeduction: required("fee_bix", longMoney),
  /** Part of the fee that was paid with a coupon. */
  couponFeeDeduction: required("fee_bix0", longMoney),
  /** When it changed. */
  createdAtMs: required("createdAt", isoTime),
  /** When the record last changed. */
  updatedAtMs: required("updatedAt", isoTime),
};

/** A change of a position as the change-log query shows it. */
export const positionChange: RecordOf<typeof fields, PositionChange> = /* @__PURE__ */ record(
  "position-change",
  fields,
  {
    spec: "document 1, Resources, Position change record, Query form; document 2, Resources, Coin-margined records, Position change record",
  },
);

/** Decoded {@link positionChange}. */
export interface PositionChange extends RecordValue<typeof fields> {}
