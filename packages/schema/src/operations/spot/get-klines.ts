import { kline } from "../../records/kline.js";
import { list } from "../../shape/composite.js";
import { type OperationOf, operation } from "../../shape/operation.js";
import type { ListOf } from "../../shape/value.js";
import { commonCodes, pairCodes } from "../code-groups.js";
import { type GetKlinesInput, getKlinesParams } from "../queries/klines.js";

/** Fetches candles of a pair. */
export const getKlines: OperationOf<
  typeof getKlinesParams,
  ListOf<typeof kline>,
  GetKlinesInput
> = /* @__PURE__ */ operation("getKlines", {
  method: "GET",
  path: "/v3/mdata/kline",
  auth: "none",
  permission: "none",
  paramsPlace: "query",
  params: getKlinesParams,
  result: list(kline),
  envelope: "version3",
  codes: [...commonCodes, ...pairCodes],
  purpose: "read",
  repeat: "freely",
  spec: "document 2, Endpoints, Spot market data",
});
