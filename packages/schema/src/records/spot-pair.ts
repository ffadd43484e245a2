import { pair } from "../names/pair.js";
import { optional, record, required } from "../shape/composite.js";
import { integer } from "../shape/scalar.js";
import type { RecordOf, RecordValue } from "../shape/value.js";
import { pairId } from "./scalars.js";

const fields = {
  /** The venue's id. */
  pairId: required("id", pairId),
  /** The pair. */
  pair: required("pair", pair),
  /** Decimals of a price. */
  priceScale: required("decimal", integer({ min: 0, max: 18 })),
  /** Decimals of a quantity; not documented, seen. */
  quantityScale: optional("amount_scale", integer({ min: 0, max: 18 })),
};

/** A spot pair and how finely it is priced. */
export const spotPair: RecordOf<typeof fields, SpotPair> = /* @__PURE__ */ record("spot-pair", fields, {
  spec: "document 2, Resources, Spot market records, Pair; field note 31",
  ignored: ["pair_type", "area_id", "is_hide"],
});

/** Decoded {@link spotPair}. */
export interface SpotPair extends RecordValue<typeof fields> {}
