import { assetDetail } from "../../enums/asset-detail.js";
import { assetSummary } from "../../records/asset-summary.js";
import { optional, record } from "../../shape/composite.js";
import { closed } from "../../shape/enumeration.js";
import { operation } from "../../shape/operation.js";
import type { ValueOf } from "../../shape/value.js";
import { signedCodes } from "../code-groups.js";

/**
 * How much to tell of the spot account.
 *
 * @spec document 2, Endpoints, Wallet and spot account
 */
export const getSpotAssetsParams = record(
  "get-spot-assets-params",
  {
    /** How much to tell. */
    detail: optional("select", closed(assetDetail)),
  },
  { spec: "document 2, Endpoints, Wallet and spot account" },
);

/** Decoded {@link getSpotAssetsParams}. */
export type GetSpotAssetsParams = ValueOf<typeof getSpotAssetsParams>;

/**
 * Tells what the spot account has.
 *
 * @spec document 2, Endpoints, Wallet and spot account
 */
export const getSpotAssets = operation("getSpotAssets", {
  path: "/v3.1/spot/account/assets",
  auth: "signed-headers",
  permission: "read",
  params: getSpotAssetsParams,
  result: assetSummary,
  codes: signedCodes,
  purpose: "read",
  repeat: "freely",
  spec: "document 2, Endpoints, Wallet and spot account",
});
