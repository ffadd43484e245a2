import { contractAsset } from "../../records/contract-asset.js";
import { coinSymbol } from "../../records/scalars.js";
import { list, optional, record } from "../../shape/composite.js";
import { operation } from "../../shape/operation.js";
import type { ValueOf } from "../../shape/value.js";
import { signedCodes } from "../code-groups.js";

/**
 * Of which coin to tell.
 *
 * @spec document 1, Endpoints, Query assets
 */
export const getAssetsParams = record(
  "get-assets-params",
  {
    /** The coin; absent: all. */
    coin: optional("coin", coinSymbol),
  },
  { spec: "document 1, Endpoints, Query assets" },
);

/** Decoded {@link getAssetsParams}. */
export type GetAssetsParams = ValueOf<typeof getAssetsParams>;

/**
 * Tells what the contract account has of each coin.
 *
 * @spec document 1, Endpoints, Query assets
 */
export const getAssets = operation("getAssets", {
  path: "/v3/cbu/assets",
  auth: "signed-headers",
  permission: "read",
  params: getAssetsParams,
  result: list(contractAsset),
  codes: signedCodes,
  purpose: "read",
  repeat: "freely",
  spec: "document 1, Endpoints, Query assets",
});
