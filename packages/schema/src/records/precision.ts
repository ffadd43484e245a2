import { pair } from "../names/pair.js";
import { optional, record, required } from "../shape/composite.js";
import { integer } from "../shape/scalar.js";
import type { RecordOf, RecordValue } from "../shape/value.js";

const fields = {
  /** The contract. */
  pair: required("pair", pair),
  /** Decimals of an order price. */
  priceScale: required("price_unit", integer({ min: 0, max: 18 })),
  /** Decimals of a quantity. The documents call the key ignored. */
  quantityScale: optional("vol_unit", integer({ min: 0, max: 18 }), { unreadable: "absent" }),
  /** Decimals of the contract's unit. The documents call the key ignored. */
  contractValueScale: optional("value_unit", integer({ min: 0, max: 18 }), { unreadable: "absent" }),
};

/** How finely a contract is priced. */
export const precision: RecordOf<typeof fields, Precision> = /* @__PURE__ */ record("precision", fields, {
  spec: "document 1, Resources, Contract reference records, Precision record; document 2, Resources, Coin-margined records, Precision record; field note 42",
  ignored: ["id"],
});

/** Decoded {@link precision}. */
export interface Precision extends RecordValue<typeof fields> {}
