import { enumeration } from "../shape/enumeration.js";
import type { ValueOf } from "../shape/value.js";

/**
 * What backs a position.
 *
 * @spec document 1, Resources, Enumerations; document 1, States
 */
export const positionMode = /* @__PURE__ */ enumeration("position-mode", {
  /** The whole available balance of the settlement coin. */
  1: "cross",
  /** The margin set aside for the position alone; also called isolated. */
  2: "fixed",
});

/** Decoded {@link positionMode}. */
export type PositionMode = ValueOf<typeof positionMode>;
