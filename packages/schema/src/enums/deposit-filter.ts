import { enumeration } from "../shape/enumeration.js";
import type { ValueOf } from "../shape/value.js";

/**
 * Which deposits to list.
 *
 * @spec document 2, States
 */
export const depositFilter = /* @__PURE__ */ enumeration("deposit-filter", {
  /** All; also what is meant when the filter is absent. */
  0: "all",
  /** Those in progress. */
  1: "in-progress",
  /** Those credited. */
  2: "credited",
  /** Those that failed. */
  3: "failed",
});

/** Decoded {@link depositFilter}. */
export type DepositFilter = ValueOf<typeof depositFilter>;
