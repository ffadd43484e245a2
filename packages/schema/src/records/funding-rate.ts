import { pair } from "../names/pair.js";
import { record, required } from "../shape/composite.js";
import type { RecordOf, RecordValue } from "../shape/value.js";
import { isoTime, longRate } from "./scalars.js";

const fields = {
  /** The contract. */
  pair: required("pair", pair),
  /** Share of the position's value; positive: longs pay shorts. */
  fundingRate: required("fund_rate", longRate),
  /** When it was fixed. */
  createdAtMs: required("createdAt", isoTime),
};

/** What one side of a contract pays the other at the next funding time. */
export const fundingRate: RecordOf<typeof fields, FundingRate> = /* @__PURE__ */ record("funding-rate", fields, {
  spec: "document 1, Resources, Contract reference records, Funding-rate record; document 2, Resources, Coin-margined records, Funding-rate record",
  ignored: ["close"],
});

/** Decoded {@link fundingRate}. */
export interface FundingRate extends RecordValue<typeof fields> {}
