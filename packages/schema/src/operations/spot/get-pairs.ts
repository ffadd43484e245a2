import { spotPair } from "../../records/spot-pair.js";
import { list } from "../../shape/composite.js";
import { type OperationOf, operation } from "../../shape/operation.js";
import type { ListOf } from "../../shape/value.js";
import { commonCodes } from "../code-groups.js";
import { nothing } from "../queries/nothing.js";

/** Lists all pairs. */
export const getPairs: OperationOf<typeof nothing, ListOf<typeof spotPair>> = /* @__PURE__ */ operation("getPairs", {
  method: "GET",
  path: "/v3/mdata/pairList",
  auth: "none",
  permission: "none",
  paramsPlace: "query",
  params: nothing,
  result: list(spotPair),
  envelope: "version3",
  codes: commonCodes,
  purpose: "read",
  repeat: "freely",
  spec: "document 2, Endpoints, Spot market data",
});
