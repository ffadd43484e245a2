import { record, required } from "../shape/composite.js";
import type { RecordOf, RecordValue } from "../shape/value.js";
import { isoTime, longPrice } from "./scalars.js";

const fields = {
  /** Price of the underlying coin. */
  indexPrice: required("close", longPrice),
  /** Price by which positions are valued and liquidated; also called mark price. */
  tagPrice: required("priceTag", longPrice),
  /** When they were fixed. */
  createdAtMs: required("createdAt", isoTime),
};

/** Index and tag (mark) price of a contract. */
export const tagPrice: RecordOf<typeof fields, TagPrice> = /* @__PURE__ */ record("tag-price", fields, {
  spec: "document 1, Resources, Contract reference records; document 2, Resources, Coin-margined records, Mark price record",
});

/** Decoded {@link tagPrice}. */
export interface TagPrice extends RecordValue<typeof fields> {}
