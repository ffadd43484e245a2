import { enumeration } from "../shape/enumeration.js";
import type { ValueOf } from "../shape/value.js";

/**
 * How far a deposit has come.
 *
 * @spec document 2, States
 */
export const depositStatus = /* @__PURE__ */ enumeration("deposit-status", {
  /** Seen, not yet credited. */
  1: "in-progress",
  /** Credited. */
  2: "credited",
  /** Failed. */
  3: "failed",
});

/** Decoded {@link depositStatus}. */
export type DepositStatus = ValueOf<typeof depositStatus>;
