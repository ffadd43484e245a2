import { pair } from "../names/pair.js";
import { list, nullable, optional, record, required } from "../shape/composite.js";
import type { RecordOf, RecordValue } from "../shape/value.js";
import { depthLevel } from "./depth-level.js";
import { milliseconds } from "./scalars.js";

const fields = {
  /** The pair. */
  pair: required("pair", pair),
  /** When the book was last changed. */
  updatedAtMs: required("update_time", milliseconds),
  /** Levels of sellers, lowest price first. */
  asks: optional("asks", nullable(list(depthLevel))),
  /** Levels of buyers, highest price first. */
  bids: optional("bids", nullable(list(depthLevel))),
};

/** The book of one pair as REST returns it: at most as many levels as were asked for, best first, without a sequence number. */
export const depth: RecordOf<typeof fields, Depth> = /* @__PURE__ */ record("depth", fields, {
  spec: "document 1, Endpoints, Market depth; document 2, Resources, Spot market records, Depth",
});

/** Decoded {@link depth}. */
export interface Depth extends RecordValue<typeof fields> {}
