import { enumeration } from "../shape/enumeration.js";
import type { ValueOf } from "../shape/value.js";

/**
 * What changed a position.
 *
 * @spec document 1, Resources, Enumerations
 */
export const positionChangeType = /* @__PURE__ */ enumeration("position-change-type", {
  /** An order opened or enlarged it. */
  1: "open",
  /** An order reduced or closed it. */
  2: "close",
  /** The venue reduced it to lower the risk level. */
  3: "lighten",
  /** The venue took the position over because its margin was too small. */
  4: "liquidate",
  /** The venue closed it against a liquidated counterparty (ADL). */
  5: "auto-deleverage",
});

/** Decoded {@link positionChangeType}. */
export type PositionChangeType = ValueOf<typeof positionChangeType>;
