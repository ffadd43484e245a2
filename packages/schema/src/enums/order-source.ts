import { enumeration } from "../shape/enumeration.js";
import type { ValueOf } from "../shape/value.js";

/**
 * Where an order came from. Placing one through the API requires 6; records show others too, of which the document names 4 without a meaning.
 *
 * @spec document 1, Resources, Enumerations
 */
export const orderSource = /* @__PURE__ */ enumeration("order-source", {
  /** Placed by a plan order that was triggered. */
  4: "plan",
  /** Placed through the API. */
  6: "api",
});

/** Decoded {@link orderSource}. */
export type OrderSource = ValueOf<typeof orderSource>;
