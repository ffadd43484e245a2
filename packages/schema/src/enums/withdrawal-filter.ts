import { enumeration } from "../shape/enumeration.js";
import type { ValueOf } from "../shape/value.js";

/**
 * Which withdrawals to list. These are not the status codes of the records.
 *
 * @spec document 2, States
 */
export const withdrawalFilter = /* @__PURE__ */ enumeration("withdrawal-filter", {
  /** Rejected at the review. */
  "-2": "review-rejected",
  /** Cancelled by the user. */
  "-1": "cancelled",
  /** Waiting for the review. */
  0: "review-pending",
  /** Passed the review, awaiting payout. */
  1: "review-passed",
  /** Being paid out. */
  2: "paying-out",
  /** Payout completed. */
  3: "paid-out",
});

/** Decoded {@link withdrawalFilter}. */
export type WithdrawalFilter = ValueOf<typeof withdrawalFilter>;
