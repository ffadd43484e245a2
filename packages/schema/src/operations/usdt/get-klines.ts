import { kline } from "../../records/kline.js";
import { list } from "../../shape/composite.js";
import { type OperationOf, operation } from "../../shape/operation.js";
import type { ListOf } from "../../shape/value.js";
import { commonCodes, pairCodes } from "../code-groups.js";
import { type GetKlinesInput, getKlinesParams } from "../queries/klines.js";

/** Fetches candles of a contract, coin-margined ones included. The document shows neither method nor path. */
export const getKlines: OperationOf<
  typeof getKlinesParams,
  ListOf<typeof kline>,
  GetKlinesInput
> = /* @__PURE__ */ operation("getKlines", {
  method: "GET",
  path: "/v2/mdata/kline",
  auth: "none",
  permission: "none",
  paramsPlace: "query",
  params: getKlinesParams,
  result: list(kline),
  envelope: "version2",
  codes: [...commonCodes, ...pairCodes],
  purpose: "read",
  repeat: "freely",
  spec: "document 1, Endpoints, Contract kline; field note 22",
});
