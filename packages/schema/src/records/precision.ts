import { pair } from "../names/pair.js";
import { record, required } from "../shape/composite.js";
import { integer } from "../shape/scalar.js";
import type { ValueOf } from "../shape/value.js";

/**
 * How finely a contract is priced.
 *
 * @spec document 1, Resources, Contract reference records, Precision record; document 2, Resources, Coin-margined records, Precision record
 */
export const precision = record(
  "precision",
  {
    /** The contract. */
    pair: required("pair", pair),
    /** Decimals of an order price. */
    priceScale: required("price_unit", integer({ min: 0, max: 18 })),
  },
  {
    spec: "document 1, Resources, Contract reference records, Precision record; document 2, Resources, Coin-margined records, Precision record",
    ignored: ["id", "vol_unit", "value_unit"],
  },
);

/** Decoded {@link precision}. */
export type Precision = ValueOf<typeof precision>;
