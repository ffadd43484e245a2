import { at, row } from "../shape/composite.js";
import type { RecordValue, RowOf } from "../shape/value.js";
import { price, quantity } from "./scalars.js";

const fields = {
  /** Absolute quantity at the price. Zero removes the level; in a `del` list it is informational. */
  quantity: at(0, quantity),
  /** The level. Two prices are the same level when they are equal by value. */
  price: at(1, price),
};

/** One level of protocol A. Mind the order: the quantity stands first. */
export const depthRow: RowOf<typeof fields, DepthRow> = /* @__PURE__ */ row("depth-row", fields, {
  length: 2,
  spec: "document 1, Events, Protocol A; field note 10",
});

/** Decoded {@link depthRow}. */
export interface DepthRow extends RecordValue<typeof fields> {}
