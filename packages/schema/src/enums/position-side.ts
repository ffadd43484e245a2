import { enumeration } from "../shape/enumeration.js";
import type { ValueOf } from "../shape/value.js";

/**
 * Which way a position profits.
 *
 * @spec document 1, Resources, Enumerations; document 1, Resources, Plan order
 */
export const positionSide = /* @__PURE__ */ enumeration("position-side", {
  /** Profits when the price rises. */
  1: "long",
  /** Profits when the price falls. */
  2: "short",
});

/** Decoded {@link positionSide}. */
export type PositionSide = ValueOf<typeof positionSide>;
