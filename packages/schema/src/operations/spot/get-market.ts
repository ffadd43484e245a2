import { pair } from "../../names/pair.js";
import { market } from "../../records/market.js";
import { record, required } from "../../shape/composite.js";
import { operation } from "../../shape/operation.js";
import type { ValueOf } from "../../shape/value.js";
import { commonCodes, pairCodes } from "../code-groups.js";

/**
 * Of which pair to tell.
 *
 * @spec document 2, Endpoints, Spot market data
 */
export const getMarketParams = record(
  "get-market-params",
  {
    /** The pair. */
    pair: required("pair", pair),
  },
  { spec: "document 2, Endpoints, Spot market data" },
);

/** Decoded {@link getMarketParams}. */
export type GetMarketParams = ValueOf<typeof getMarketParams>;

/**
 * Fetches the 24-hour figures of a pair.
 *
 * @spec document 2, Endpoints, Spot market data
 */
export const getMarket = operation("getMarket", {
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
});
