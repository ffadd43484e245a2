import { enumeration } from "../shape/enumeration.js";
import type { ValueOf } from "../shape/value.js";

/**
 * Whether an order names a price. Also `bt` and `book_type` of a plan order, and `plan_type` of an attachment.
 *
 * @spec document 1, Resources, Enumerations; document 1, Resources, Plan order; document 1, Endpoints, Place order
 */
export const orderType = /* @__PURE__ */ enumeration("order-type", {
  /** Trades at once at what the book offers. */
  1: "market",
  /** Trades at its price or a better one and waits for it. */
  2: "limit",
});

/** Decoded {@link orderType}. */
export type OrderType = ValueOf<typeof orderType>;
