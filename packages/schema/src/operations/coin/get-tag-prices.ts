import { tagPrice } from "../../records/tag-price.js";
import { mapOf } from "../../shape/composite.js";
import { type OperationOf, operation } from "../../shape/operation.js";
import type { MapOf } from "../../shape/value.js";
import { commonCodes } from "../code-groups.js";
import { nothing } from "../queries/nothing.js";

/** Tells index and tag price of every contract. */
export const getTagPrices: OperationOf<typeof nothing, MapOf<typeof tagPrice>> = /* @__PURE__ */ operation(
  "getTagPrices",
  {
    method: "GET",
    path: "/v1.1/cquery",
    command: "bcTagPrice",
    auth: "none",
    permission: "none",
    paramsPlace: "query",
    params: nothing,
    result: mapOf(tagPrice),
    envelope: "command",
    codes: commonCodes,
    purpose: "read",
    repeat: "freely",
    spec: "document 2, Endpoints, Coin-margined public GET",
  },
);
