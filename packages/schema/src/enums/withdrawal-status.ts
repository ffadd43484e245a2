import { enumeration } from "../shape/enumeration.js";
import type { ValueOf } from "../shape/value.js";

/**
 * How far a withdrawal has come. Its filter has other codes.
 *
 * @spec document 2, States
 */
export const withdrawalStatus = /* @__PURE__ */ enumeration("withdrawal-status", {
  /** Under review or being paid out. */
  1: "in-progress",
  /** Paid out. */
  2: "succeeded",
  /** Failed or rejected. */
  3: "failed",
  /** Cancelled by the user. */
  4: "cancelled",
});

/** Decoded {@link withdrawalStatus}. */
export type WithdrawalStatus = ValueOf<typeof withdrawalStatus>;
