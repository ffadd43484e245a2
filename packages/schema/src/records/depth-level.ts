import { record, required } from "../shape/composite.js";
import type { RecordOf, RecordValue } from "../shape/value.js";
import { price, quantity } from "./scalars.js";

const fields = {
  /** Absolute quantity at the price. Zero removes the level. */
  quantity: required("volume", quantity),
  /** The level. Two prices are the same level when they are equal by value. */
  price: required("price", price),
};

/** One level of REST depth and of protocol B. */
export const depthLevel: RecordOf<typeof fields, DepthLevel> = /* @__PURE__ */ record("depth-level", fields, {
  spec: "document 1, Endpoints, Market depth; document 1, Events, Protocol B; document 2, Resources, Spot market records, Depth",
});

/** Decoded {@link depthLevel}. */
export interface DepthLevel extends RecordValue<typeof fields> {}
