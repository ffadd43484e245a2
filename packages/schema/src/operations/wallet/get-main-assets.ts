import { assetDetail } from "../../enums/asset-detail.js";
import { assetSummary } from "../../records/asset-summary.js";
import { optional, record } from "../../shape/composite.js";
import { closed } from "../../shape/enumeration.js";
import { operation } from "../../shape/operation.js";
import type { ValueOf } from "../../shape/value.js";
import { signedCodes } from "../code-groups.js";

/**
 * How much to tell of the wallet.
 *
 * @spec document 2, Endpoints, Wallet and spot account
 */
export const getMainAssetsParams = record(
  "get-main-assets-params",
  {
    /** How much to tell. */
    detail: optional("select", closed(assetDetail)),
  },
  { spec: "document 2, Endpoints, Wallet and spot account" },
);

/** Decoded {@link getMainAssetsParams}. */
export type GetMainAssetsParams = ValueOf<typeof getMainAssetsParams>;

/**
 * Tells what the wallet has.
 *
 * @spec document 2, Endpoints, Wallet and spot account
 */
export const getMainAssets = operation("getMainAssets", {
  path: "/v3.1/transfer/mainAssets",
  auth: "signed-headers",
  permission: "read",
  params: getMainAssetsParams,
  result: assetSummary,
  codes: signedCodes,
  purpose: "read",
  repeat: "freely",
  spec: "document 2, Endpoints, Wallet and spot account",
});
