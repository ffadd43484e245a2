import { orderSide } from "../enums/order-side.js";
import { orderSource } from "../enums/order-source.js";
import { orderStatus } from "../enums/order-status.js";
import { orderType } from "../enums/order-type.js";
import { pair } from "../names/pair.js";
import { optional, record, required } from "../shape/composite.js";
import { integer } from "../shape/scalar.js";
import type { RecordOf, RecordValue } from "../shape/value.js";
import {
  clientOrderIdAsInteger,
  coinSymbol,
  count,
  isoTime,
  longMoney,
  longPrice,
  longQuantity,
  longRate,
  orderIdAsInteger,
  userId,
} from "./scalars.js";

const fields = {
  /** The venue's id. */
  orderId: required("id", orderIdAsInteger),
  /** Whose it is. */
  userId: required("user_id", userId),
  /** The coin in which it settles. */
  coin: required("coin_symbol", coinSymbol),
  /** The contract. */
  pair: required("pair", pair),
  /** What it does to a position. */
  side: required("side", orderSide),
  /** Whether it names a price. */
  type: required("order_type", orderType),
  /** The price that was asked for. */
  price: required("price", longPrice),
  /** The quantity that was asked for. */
  quantity: required("amount_coin", longQuantity),
  /** Funds that are held back for the part not yet traded. */
  frozen: required("freeze", longMoney),
  /** Average price of what was traded, 0 before the first trade. */
  dealPrice: required("price_deal", longPrice),
  /** Quantity that was traded. */
  dealQuantity: required("deal_coin", longQuantity),
  /** In how many trades. */
  dealCount: required("deal_num", count),
  /** Fee that was charged. */
  fee: required("fee", longMoney),
  /** Part of the fee that was paid with the platform token. */
  tokenFeeDeduction: required("fee_bix", longMoney),
  /** Part of the fee that was paid with a coupon. */
  couponFeeDeduction: required("fee_bix0", longMoney),
  /** How far it has come. */
  status: required("status", orderStatus),
  /** Why it failed; the meanings of the codes are not described. */
  reason: required("reason", integer()),
  /** Fee rate for trades in which it waited in the book. */
  makerFeeRate: required("fee_rate_maker", longRate),
  /** Fee rate for trades in which it met a waiting order. */
  takerFeeRate: required("fee_rate_taker", longRate),
  /** The id that the caller chose. */
  clientOrderId: optional("client_oid", clientOrderIdAsInteger, { absentAs: 0 }),
  /** Where it came from; coin-margined records do not promise it. */
  source: optional("order_from", orderSource),
  /** When it was placed. */
  createdAtMs: required("createdAt", isoTime),
  /** When it last changed. */
  updatedAtMs: required("updatedAt", isoTime),
};

/** An order as histories and queries by id show it: long wire names, ten decimals. */
export const historicalOrder: RecordOf<typeof fields, HistoricalOrder> = /* @__PURE__ */ record(
  "historical-order",
  fields,
  {
    spec: "document 1, Resources, Order, long-name form; document 2, Resources, Coin-margined records, Order",
  },
);

/** Decoded {@link historicalOrder}. */
export interface HistoricalOrder extends RecordValue<typeof fields> {}
