import { milliseconds } from "../../records/scalars.js";
import { type OperationOf, operation } from "../../shape/operation.js";
import { commonCodes } from "../code-groups.js";
import { nothing } from "../queries/nothing.js";

/** Tells the venue's time. */
export const ping: OperationOf<typeof nothing, typeof milliseconds> = /* @__PURE__ */ operation("ping", {
  method: "GET",
  path: "/v3/mdata/ping",
  auth: "none",
  permission: "none",
  paramsPlace: "query",
  params: nothing,
  result: milliseconds,
  envelope: "version3",
  codes: commonCodes,
  purpose: "read",
  repeat: "freely",
  spec: "document 2, Endpoints, Spot market data",
});
