import { enumeration } from "../shape/enumeration.js";
import type { ValueOf } from "../shape/value.js";

/**
 * Which side of a trade an order was.
 *
 * @spec document 1, Resources, Fill
 */
export const liquidity = /* @__PURE__ */ enumeration("liquidity", {
  /** It met an order that was waiting. */
  0: "taker",
  /** It was waiting in the book. */
  1: "maker",
});

/** Decoded {@link liquidity}. */
export type Liquidity = ValueOf<typeof liquidity>;
