import { fundingRate } from "../../records/funding-rate.js";
import { mapOf } from "../../shape/composite.js";
import { type OperationOf, operation } from "../../shape/operation.js";
import type { MapOf } from "../../shape/value.js";
import { commonCodes } from "../code-groups.js";
import { nothing } from "../queries/nothing.js";

/** Tells the funding rate of every contract. */
export const getFundingRates: OperationOf<typeof nothing, MapOf<typeof fundingRate>> = /* @__PURE__ */ operation(
  "getFundingRates",
  {
    method: "GET",
    path: "/v1.1/cquery",
    command: "bcFundRate",
    auth: "none",
    permission: "none",
    paramsPlace: "query",
    params: nothing,
    result: mapOf(fundingRate),
    envelope: "command",
    codes: commonCodes,
    purpose: "read",
    repeat: "freely",
    spec: "document 2, Endpoints, Coin-margined public GET",
  },
);
