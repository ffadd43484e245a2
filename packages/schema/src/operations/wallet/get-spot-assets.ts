import { assetDetail } from "../../enums/asset-detail.js";
import { assetSummary } from "../../records/asset-summary.js";
import { optional, record } from "../../shape/composite.js";
import { closed } from "../../shape/enumeration.js";
import { type OperationOf, operation } from "../../shape/operation.js";
import type { InputFields, RecordOf, RecordValue } from "../../shape/value.js";
import { signedCodes } from "../code-groups.js";

const fields = {
  /** How much to tell. */
  detail: optional("select", closed(assetDetail)),
};

/** How much to tell of the spot account. */
export const getSpotAssetsParams: RecordOf<typeof fields, GetSpotAssetsParams> = /* @__PURE__ */ record(
  "get-spot-assets-params",
  fields,
  { spec: "document 2, Endpoints, Wallet and spot account" },
);

/** Decoded {@link getSpotAssetsParams}. */
export interface GetSpotAssetsParams extends RecordValue<typeof fields> {}

/** What a caller passes as {@link getSpotAssetsParams}: plain text where the decoded form is branded. */
export interface GetSpotAssetsInput extends InputFields<GetSpotAssetsParams> {}

/** Tells what the spot account has. */
export const getSpotAssets: OperationOf<typeof getSpotAssetsParams, typeof assetSummary, GetSpotAssetsInput> =
  /* @__PURE__ */ operation("getSpotAssets", {
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
