import { depth } from "../../records/depth.js";
import { type OperationOf, operation } from "../../shape/operation.js";
import { commonCodes, pairCodes } from "../code-groups.js";
import { type GetDepthInput, getDepthParams } from "../queries/depth.js";

/** Fetches the book of a contract, coin-margined ones included. */
export const getDepth: OperationOf<typeof getDepthParams, typeof depth, GetDepthInput> = /* @__PURE__ */ operation(
  "getDepth",
  {
    method: "GET",
    path: "/v2/mdata/depth",
    auth: "none",
    permission: "none",
    paramsPlace: "query",
    params: getDepthParams,
    result: depth,
    envelope: "version2",
    codes: [...commonCodes, ...pairCodes],
    purpose: "read",
    repeat: "freely",
    spec: "document 1, Endpoints, Market depth; field note 22",
  },
);
