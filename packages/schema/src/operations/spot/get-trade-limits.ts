import { tradeLimits } from "../../records/trade-limits.js";
import { type OperationOf, operation } from "../../shape/operation.js";
import { commonCodes } from "../code-groups.js";
import { nothing } from "../queries/nothing.js";

/** Tells the smallest prices, quantities and values of orders. */
export const getTradeLimits: OperationOf<typeof nothing, typeof tradeLimits> = /* @__PURE__ */ operation(
  "getTradeLimits",
  {
    method: "GET",
    path: "/v3.1/orderpending/tradeLimit",
    auth: "none",
    permission: "none",
    paramsPlace: "query",
    params: nothing,
    result: tradeLimits,
    codes: commonCodes,
    purpose: "read",
    repeat: "freely",
    spec: "document 2, Endpoints, Spot market data; document 2, Limits",
  },
);
