import { liquidity } from "../enums/liquidity.js";
import { orderSide } from "../enums/order-side.js";
import { orderSource } from "../enums/order-source.js";
import { orderStatus } from "../enums/order-status.js";
import { orderType } from "../enums/order-type.js";
import { pair } from "../names/pair.js";
import { optional, record, required } from "../shape/composite.js";
import type { RecordOf, RecordValue } from "../shape/value.js";
import { clientOrderId, fillId, milliseconds, money, orderId, price, quantity, userId } from "./scalars.js";

const fields = {
  /** The venue's id of the order. */
  orderId: required("oi", orderId),
  /** Whose order it is. */
  userId: required("ui", userId),
  /** The venue's id of the record. */
  fillId: required("id", fillId),
  /** The id that the caller chose for the order. */
  clientOrderId: optional("coi", clientOrderId, { absentAs: "" }),
  /** The contract. */
  pair: required("pi", pair),
  /** What the order does to a position. */
  side: required("sd", orderSide),
  /** Where the order came from. */
  source: required("of", orderSource),
  /** How far the order has come with this trade. The document calls the key ignored. */
  orderStatus: optional("s", orderStatus, { unreadable: "absent" }),
  /** Whether the order names a price. The document calls the key ignored. */
  orderType: optional("ot", orderType, { unreadable: "absent" }),
  /** The quantity that the order asked for. The document calls the key ignored. */
  orderQuantity: optional("q", quantity, { unreadable: "absent" }),
  /** The price that the order asked for. */
  price: required("p", price),
  /** The price of the trade. */
  dealPrice: required("dp", price),
  /** The quantity of the trade. The document calls the key ignored; without it a fill has no size. Believed to be per fill. */
  dealQuantity: optional("ep", quantity),
  /** Fee that was charged. */
  fee: required("f", money),
  /** Part of the fee that was paid with a coupon. */
  couponFeeDeduction: required("fb0", money),
  /** Part of the fee that was paid with the platform token. */
  tokenFeeDeduction: required("fb", money),
  /** Whether the order waited in the book or met one that did. */
  liquidity: required("im", liquidity),
  /** When it was traded. */
  createdAtMs: required("t", milliseconds),
};

/** One trade of an order as the private stream shows it. */
export const pushedFill: RecordOf<typeof fields, PushedFill> = /* @__PURE__ */ record("pushed-fill", fields, {
  spec: "document 1, Resources, Fill, Pushed fill; document 1, Events, Protocol A; field notes 17 and 43",
});

/** Decoded {@link pushedFill}. */
export interface PushedFill extends RecordValue<typeof fields> {}
