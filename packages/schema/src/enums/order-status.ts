import { enumeration } from "../shape/enumeration.js";
import type { ValueOf } from "../shape/value.js";

/**
 * How far an order has come.
 *
 * @spec document 1, Resources, Enumerations; document 1, States
 */
export const orderStatus = /* @__PURE__ */ enumeration("order-status", {
  /** Waiting to be traded. */
  1: "open",
  /** Partly traded, the rest waits. */
  2: "partly-filled",
  /** Fully traded. */
  3: "filled",
  /** Partly traded, the rest cancelled. */
  4: "partly-cancelled",
  /** Cancelled before anything was traded. */
  5: "cancelled",
  /** Accepted and then failed; the order's reason has the code. */
  100: "failed",
});

/** Decoded {@link orderStatus}. */
export type OrderStatus = ValueOf<typeof orderStatus>;
