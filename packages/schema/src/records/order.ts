import { attachedOrderType } from "../enums/attached-order-type.js";
import { orderSide } from "../enums/order-side.js";
import { orderSource } from "../enums/order-source.js";
import { orderStatus } from "../enums/order-status.js";
import { pair } from "../names/pair.js";
import { optional, record, required } from "../shape/composite.js";
import { integer } from "../shape/scalar.js";
import type { RecordOf, RecordValue } from "../shape/value.js";
import { clientOrderId, milliseconds, money, orderId, price, quantity, userId } from "./scalars.js";

const fields = {
  /** The venue's id. */
  orderId: required("oi", orderId),
  /** The id that the caller chose. */
  clientOrderId: optional("coi", clientOrderId, { absentAs: "" }),
  /** The contract. */
  pair: required("pi", pair),
  /** What it does to a position. */
  side: required("sd", orderSide),
  /** The price that was asked for. */
  price: required("p", price),
  /** The quantity that was asked for. */
  quantity: required("q", quantity),
  /** Average price of what was traded, 0 before the first trade. */
  dealPrice: required("dp", price),
  /** Quantity that was traded. */
  dealQuantity: required("eq", quantity),
  /** Fee that was charged. */
  fee: required("f", money),
  /** Part of the fee that was paid with the platform token. */
  tokenFeeDeduction: required("fb", money),
  /** Part of the fee that was paid with a coupon. */
  couponFeeDeduction: required("fb0", money),
  /** Funds that are held back for the part not yet traded. */
  frozen: required("fz", money),
  /** Why it failed; the meanings of the codes are not described. */
  reason: required("r", integer()),
  /** How far it has come. */
  status: required("s", orderStatus),
  /** When it was placed. */
  createdAtMs: required("t", milliseconds),
  /** Whose it is. */
  userId: required("ui", userId),
  /** Where it came from. */
  source: required("of", orderSource),
  /** Whether a take-profit or stop-loss is attached, and how that will trade. */
  attachedOrderType: optional("bt", attachedOrderType),
  /** Price that triggers the attached take-profit. */
  takeProfitTriggerPrice: optional("tw", price, { absentAs: "" }),
  /** Price that triggers the attached stop-loss. */
  stopLossTriggerPrice: optional("tl", price, { absentAs: "" }),
  /** Price of the attached take-profit; ignored when it is a market order. */
  takeProfitPrice: optional("pw", price, { absentAs: "" }),
  /** Price of the attached stop-loss; ignored when it is a market order. */
  stopLossPrice: optional("pl", price, { absentAs: "" }),
};

/** An order as lists, details and pushes show it: short wire keys. */
export const order: RecordOf<typeof fields, Order> = /* @__PURE__ */ record("order", fields, {
  spec: "document 1, Resources, Order, short-key form; field note 43",
  ignored: ["tif", "po", "tt", "ot", "tpl", "tpw", "pd"],
});

/** Decoded {@link order}. */
export interface Order extends RecordValue<typeof fields> {}
