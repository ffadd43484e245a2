import { record, required } from "../shape/composite.js";
import type { ValueOf } from "../shape/value.js";
import { isoTime, longPrice } from "./scalars.js";

/**
 * Index and tag (mark) price of a contract.
 *
 * @spec document 1, Resources, Contract reference records; document 2, Resources, Coin-margined records, Mark price record
 */
export const tagPrice = record(
  "tag-price",
  {
    /** Price of the underlying coin. */
    indexPrice: required("close", longPrice),
    /** Price by which positions are valued and liquidated; also called mark price. */
    tagPrice: required("priceTag", longPrice),
    /** When they were fixed. */
    createdAtMs: required("createdAt", isoTime),
  },
  {
    spec: "document 1, Resources, Contract reference records; document 2, Resources, Coin-margined records, Mark price record",
  },
);

/** Decoded {@link tagPrice}. */
export type TagPrice = ValueOf<typeof tagPrice>;
