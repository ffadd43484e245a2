import { contract } from "../../records/contract.js";
import { list } from "../../shape/composite.js";
import { type OperationOf, operation } from "../../shape/operation.js";
import type { ListOf } from "../../shape/value.js";
import { commonCodes } from "../code-groups.js";
import { nothing } from "../queries/nothing.js";

/** Tells what may be traded in every contract. */
export const getContracts: OperationOf<typeof nothing, ListOf<typeof contract>> = /* @__PURE__ */ operation(
  "getContracts",
  {
    method: "GET",
    path: "/v1.1/cquery",
    command: "bcValue",
    auth: "none",
    permission: "none",
    paramsPlace: "query",
    params: nothing,
    result: list(contract),
    envelope: "command",
    codes: commonCodes,
    purpose: "read",
    repeat: "freely",
    spec: "document 2, Endpoints, Coin-margined public GET",
  },
);
