import { alternateDomain } from "../../records/alternate-domain.js";
import { list } from "../../shape/composite.js";
import { type OperationOf, operation } from "../../shape/operation.js";
import type { ListOf } from "../../shape/value.js";
import { commonCodes } from "../code-groups.js";
import { nothing } from "../queries/nothing.js";

/** Lists other addresses of the service. No document shows the answer; its shape is this project's. */
export const getAlternateDomains: OperationOf<
  typeof nothing,
  ListOf<typeof alternateDomain>
> = /* @__PURE__ */ operation("getAlternateDomains", {
  method: "GET",
  base: "alternateDomains",
  path: "/v1/public/queryApiDomain",
  auth: "none",
  permission: "none",
  paramsPlace: "query",
  params: nothing,
  result: list(alternateDomain),
  codes: commonCodes,
  purpose: "read",
  repeat: "freely",
  spec: "document 1, Endpoints, Alternate domains; field note 32",
});
