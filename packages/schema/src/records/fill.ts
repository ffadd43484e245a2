import { liquidity } from "../enums/liquidity.js";
import { orderSide } from "../enums/order-side.js";
import { orderSource } from "../enums/order-source.js";
import { pair } from "../names/pair.js";
import { record, required } from "../shape/composite.js";
import type { RecordOf, RecordValue } from "../shape/value.js";
import { coinSymbol, fillId, isoTime, longMoney, longPrice, longQuantity } from "./scalars.js";

const fields = {
  /** The venue's id of the record. */
  fillId: required("id", fillId),
  /** The coin in which it settles. */
  coin: required("coin_symbol", coinSymbol),
  /** The contract. */
  pair: required("pair", pair),
  /** What the order does to a position. */
  side: required("side", orderSide),
  /** Where the order came from. */
  source: required("order_from", orderSource),
  /** The price that the order asked for. */
  price: required("price", longPrice),
  /** The price of the trade. */
  dealPrice: required("deal_price", longPrice),
  /** The quantity of the trade. */
  dealQuantity: required("deal_coin", longQuantity),
  /** Fee that was charged. */
  fee: required("fee", longMoney),
  /** Part of the fee that was paid with the platform token. */
  tokenFeeDeduction: required("fee_bix", longMoney),
  /** Part of the fee that was paid with a coupon. */
  couponFeeDeduction: required("fee_bix0", longMoney),
  /** Whether the order waited in the book or met one that did. */
  liquidity: required("is_maker", liquidity),
  /** When it was traded. */
  createdAtMs: required("createdAt", isoTime),
};

/** One trade of an order as the fills query shows it. */
export const fill: RecordOf<typeof fields, Fill> = /* @__PURE__ */ record("fill", fields, {
  spec: "document 1, Resources, Fill; document 2, Resources, Coin-margined records, Fill",
});

/** Decoded {@link fill}. */
export interface Fill extends RecordValue<typeof fields> {}
