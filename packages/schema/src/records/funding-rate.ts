import { pair } from "../names/pair.js";
import { record, required } from "../shape/composite.js";
import type { ValueOf } from "../shape/value.js";
import { isoTime, longRate } from "./scalars.js";

/**
 * What one side of a contract pays the other at the next funding time.
 *
 * @spec document 1, Resources, Contract reference records, Funding-rate record; document 2, Resources, Coin-margined records, Funding-rate record
 */
export const fundingRate = record(
  "funding-rate",
  {
    /** The contract. */
    pair: required("pair", pair),
    /** Share of the position's value; positive: longs pay shorts. */
    fundingRate: required("fund_rate", longRate),
    /** When it was fixed. */
    createdAtMs: required("createdAt", isoTime),
  },
  {
    spec: "document 1, Resources, Contract reference records, Funding-rate record; document 2, Resources, Coin-margined records, Funding-rate record",
    ignored: ["close"],
  },
);

/** Decoded {@link fundingRate}. */
export type FundingRate = ValueOf<typeof fundingRate>;
