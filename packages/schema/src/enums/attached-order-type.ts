import { enumeration } from "../shape/enumeration.js";
import type { ValueOf } from "../shape/value.js";

/**
 * How an attached take-profit or stop-loss will trade (`bt` of an order). Any value but 1 and 2 means that none is attached.
 *
 * @spec document 1, Resources, Order, short-key form
 */
export const attachedOrderType = /* @__PURE__ */ enumeration("attached-order-type", {
  /** Nothing is attached. */
  0: "none",
  /** At the market price. */
  1: "market",
  /** At the attached order's own price. */
  2: "limit",
});

/** Decoded {@link attachedOrderType}. */
export type AttachedOrderType = ValueOf<typeof attachedOrderType>;
