import { enumeration } from "../shape/enumeration.js";
import type { ValueOf } from "../shape/value.js";

/**
 * Between which accounts money moves.
 *
 * @spec document 1, Endpoints, Transfer funds between wallet and contract account
 */
export const transferDirection = /* @__PURE__ */ enumeration("transfer-direction", {
  /** From the wallet into the contract account. */
  0: "in",
  /** From the contract account into the wallet. */
  1: "out",
});

/** Decoded {@link transferDirection}. */
export type TransferDirection = ValueOf<typeof transferDirection>;
