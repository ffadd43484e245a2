import { enumeration } from "../shape/enumeration.js";
import type { ValueOf } from "../shape/value.js";

/**
 * Who took the initiative in a trade.
 *
 * @spec document 1, Events, Protocol A; document 2, Resources, Spot market records
 */
export const tradeSide = /* @__PURE__ */ enumeration("trade-side", {
  /** The taker bought. */
  1: "buy",
  /** The taker sold. */
  2: "sell",
});

/** Decoded {@link tradeSide}. */
export type TradeSide = ValueOf<typeof tradeSide>;
