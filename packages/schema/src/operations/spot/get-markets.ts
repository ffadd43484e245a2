import { market } from "../../records/market.js";
import { list } from "../../shape/composite.js";
import { type OperationOf, operation } from "../../shape/operation.js";
import type { ListOf } from "../../shape/value.js";
import { commonCodes } from "../code-groups.js";
import { nothing } from "../queries/nothing.js";

/** Fetches the 24-hour figures of all pairs. */
export const getMarkets: OperationOf<typeof nothing, ListOf<typeof market>> = /* @__PURE__ */ operation("getMarkets", {
  method: "GET",
  path: "/v3/mdata/marketAll",
  auth: "none",
  permission: "none",
  paramsPlace: "query",
  params: nothing,
  result: list(market),
  envelope: "version3",
  codes: commonCodes,
  purpose: "read",
  repeat: "freely",
  spec: "document 2, Endpoints, Spot market data",
});
