import { enumeration } from "../shape/enumeration.js";
import type { ValueOf } from "../shape/value.js";

/**
 * What an order does to a position: side and effect in one number.
 *
 * @spec document 1, Resources, Enumerations
 */
export const orderSide = /* @__PURE__ */ enumeration("order-side", {
  /** Buys to open or enlarge a long position. */
  1: "open-long",
  /** Sells to open or enlarge a short position. */
  2: "open-short",
  /** Sells to reduce a long position. */
  3: "close-long",
  /** Buys to reduce a short position. */
  4: "close-short",
});

/** Decoded {@link orderSide}. */
export type OrderSide = ValueOf<typeof orderSide>;
