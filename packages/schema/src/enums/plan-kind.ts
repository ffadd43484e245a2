import { enumeration } from "../shape/enumeration.js";
import type { ValueOf } from "../shape/value.js";

/**
 * What a plan order is for (`pt`, `plan_type` of a plan order).
 *
 * @spec document 1, Resources, Plan order; document 1, Endpoints, Place plan order
 */
export const planKind = /* @__PURE__ */ enumeration("plan-kind", {
  /** Closes the position at a profit. */
  1: "take-profit",
  /** Closes the position before a loss grows. */
  2: "stop-loss",
});

/** Decoded {@link planKind}. */
export type PlanKind = ValueOf<typeof planKind>;
