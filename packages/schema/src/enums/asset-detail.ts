import { enumeration } from "../shape/enumeration.js";
import type { ValueOf } from "../shape/value.js";

/**
 * How much an asset summary tells.
 *
 * @spec document 2, Endpoints, Wallet and spot account
 */
export const assetDetail = /* @__PURE__ */ enumeration("asset-detail", {
  /** The total of each coin. */
  0: "totals",
  /** The detail of every coin. */
  1: "every-coin",
});

/** Decoded {@link assetDetail}. */
export type AssetDetail = ValueOf<typeof assetDetail>;
