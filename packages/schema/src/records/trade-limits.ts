import { mapOf, record, required } from "../shape/composite.js";
import type { RecordOf, RecordValue } from "../shape/value.js";
import { money, price, quantity } from "./scalars.js";

const fields = {
  /** Finest price by pricing coin; `default` for all others. */
  minPrice: required("min_trade_price", mapOf(price)),
  /** Finest quantity; `default` for all. */
  minQuantity: required("min_trade_amount", mapOf(quantity)),
  /** Smallest value of an order by pricing coin. */
  minValue: required("min_trade_money", mapOf(money)),
};

/** Smallest prices, quantities and values of spot orders. A price or quantity finer than its limit has the excess decimals dropped. */
export const tradeLimits: RecordOf<typeof fields, TradeLimits> = /* @__PURE__ */ record("trade-limits", fields, {
  spec: "document 2, Resources, Spot market records, Trade limits; document 2, Endpoints, Spot market data; field note 31",
});

/** Decoded {@link tradeLimits}. */
export interface TradeLimits extends RecordValue<typeof fields> {}
