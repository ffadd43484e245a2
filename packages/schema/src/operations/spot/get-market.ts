import { pair } from "../../names/pair.js";
import { market } from "../../records/market.js";
import { record, required } from "../../shape/composite.js";
import { type OperationOf, operation } from "../../shape/operation.js";
import type { InputFields, RecordOf, RecordValue } from "../../shape/value.js";
import { commonCodes, pairCodes } from "../code-groups.js";

const fields = {
  /** The pair. */
  pair: required("pair", pair),
};

/** Which pair's market to return. */
export const getMarketParams: RecordOf<typeof fields, GetMarketParams> = /* @__PURE__ */ record(
  "get-market-params",
  fields,
  {
    spec: "document 2, Endpoints, Spot market data",
  },
);

/** Decoded {@link getMarketParams}. */
export interface GetMarketParams extends RecordValue<typeof fields> {}

/** What a caller passes as {@link getMarketParams}: plain text where the decoded form is branded. */
export interface GetMarketInput extends InputFields<GetMarketParams> {}

/** Fetches the 24-hour figures of a pair. */
export const getMarket: OperationOf<typeof getMarketParams, typeof market, GetMarketInput> = /* @__PURE__ */ operation(
  "getMarket",
  {
    method: "GET",
    path: "/v3/mdata/market",
    auth: "none",
    permission: "none",
    paramsPlace: "query",
    params: getMarketParams,
    result: market,
    envelope: "version3",
    codes: [...commonCodes, ...pairCodes],
    purpose: "read",
    repeat: "freely",
    spec: "document 2, Endpoints, Spot market data",
  },
);
