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

/** How much to tell of the wallet. */
export const getMainAssetsParams: RecordOf<typeof fields, GetMainAssetsParams> = /* @__PURE__ */ record(
  "get-main-assets-params",
  fields,
  { spec: "document 2, Endpoints, Wallet and spot account" },
);

/** Decoded {@link getMainAssetsParams}. */
export interface GetMainAssetsParams extends RecordValue<typeof fields> {}

/** What a caller passes as {@link getMainAssetsParams}: plain text where the decoded form is branded. */
export interface GetMainAssetsInput extends InputFields<GetMainAssetsParams> {}

/** Tells what the wallet has. */
export const getMainAssets: OperationOf<typeof getMainAssetsParams, typeof assetSummary, GetMainAssetsInput> =
  /* @__PURE__ */ operation("getMainAssets", {
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
