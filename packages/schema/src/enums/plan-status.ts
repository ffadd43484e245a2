import { enumeration } from "../shape/enumeration.js";
import type { ValueOf } from "../shape/value.js";

/**
 * How far a plan order has come.
 *
 * @spec document 1, States; field note 18
 */
export const planStatus = /* @__PURE__ */ enumeration("plan-status", {
  /** Waits for its trigger. */
  1: "waiting",
  /** The trigger price was reached and the order placed. */
  2: "triggered",
  /** Cancelled. */
  3: "cancelled",
  /** The trigger price was reached and no order could be placed. */
  4: "trigger-failed",
  /** Cancelled because the other order of its couple (take-profit or stop-loss) triggered. */
  5: "counterpart-triggered",
});

/** Decoded {@link planStatus}. */
export type PlanStatus = ValueOf<typeof planStatus>;
