import { precision } from "../../records/precision.js";
import { list } from "../../shape/composite.js";
import { type OperationOf, operation } from "../../shape/operation.js";
import type { ListOf } from "../../shape/value.js";
import { commonCodes } from "../code-groups.js";
import { nothing } from "../queries/nothing.js";

/** Tells how finely every contract is priced. */
export const getPrecisions: OperationOf<typeof nothing, ListOf<typeof precision>> = /* @__PURE__ */ operation(
  "getPrecisions",
  {
    method: "GET",
    path: "/v3.1/cquery/buUnit",
    auth: "none",
    permission: "none",
    paramsPlace: "query",
    params: nothing,
    result: list(precision),
    codes: commonCodes,
    purpose: "read",
    repeat: "freely",
    spec: "document 1, Endpoints, Public GET reference data",
  },
);
