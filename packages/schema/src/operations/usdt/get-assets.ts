import { contractAsset } from "../../records/contract-asset.js";
import { coinSymbol } from "../../records/scalars.js";
import { list, optional, record } from "../../shape/composite.js";
import { type OperationOf, operation } from "../../shape/operation.js";
import type { InputFields, ListOf, RecordOf, RecordValue } from "../../shape/value.js";
import { signedCodes } from "../code-groups.js";

const fields = {
  /** The coin; absent: all. */
  coin: optional("coin", coinSymbol),
};

/** Coin whose asset to return. */
export const getAssetsParams: RecordOf<typeof fields, GetAssetsParams> = /* @__PURE__ */ record(
  "get-assets-params",
  fields,
  {
    spec: "document 1, Endpoints, Query assets",
  },
);

/** Decoded {@link getAssetsParams}. */
export interface GetAssetsParams extends RecordValue<typeof fields> {}

/** What a caller passes as {@link getAssetsParams}: plain text where the decoded form is branded. */
export interface GetAssetsInput extends InputFields<GetAssetsParams> {}

/** Tells what the contract account has of each coin. */
export const getAssets: OperationOf<
  typeof getAssetsParams,
  ListOf<typeof contractAsset>,
  GetAssetsInput
> = /* @__PURE__ */ operation("getAssets", {
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
