import { tradeSide } from "../enums/trade-side.js";
import { pair } from "../names/pair.js";
import { optional, record, required } from "../shape/composite.js";
import type { RecordOf, RecordValue } from "../shape/value.js";
import { dealId, milliseconds, price, quantity } from "./scalars.js";

const fields = {
  /** The pair. */
  pair: required("pair", pair),
  /** Price of the trade. */
  price: required("price", price),
  /** Quantity of the trade. Samples call it amount, the field table volume. */
  quantity: required(["amount", "volume"], quantity),
  /** When it was traded. */
  tradedAtMs: required("time", milliseconds),
  /** Direction of the taker. */
  side: required("side", tradeSide),
  /** The venue's id; seen on protocol B. */
  dealId: optional("id", dealId),
};

/** A public trade as REST and protocol B show it. */
export const deal: RecordOf<typeof fields, Deal> = /* @__PURE__ */ record("deal", fields, {
  spec: "document 2, Resources, Spot market records, Deal; field notes 20 and 33",
});

/** Decoded {@link deal}. */
export interface Deal extends RecordValue<typeof fields> {}
