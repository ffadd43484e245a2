import { pair } from "../../names/pair.js";
import { deal } from "../../records/deal.js";
import { list, optional, record, required } from "../../shape/composite.js";
import { operation } from "../../shape/operation.js";
import { integer } from "../../shape/scalar.js";
import type { ValueOf } from "../../shape/value.js";
import { commonCodes, pairCodes } from "../code-groups.js";

/**
 * Which trades to fetch.
 *
 * @spec document 2, Endpoints, Spot market data
 */
export const getDealsParams = record(
  "get-deals-params",
  {
    /** The pair. */
    pair: required("pair", pair),
    /** How many trades. */
    size: optional("size", integer({ min: 1, max: 200 }), { assumed: 200 }),
  },
  { spec: "document 2, Endpoints, Spot market data" },
);

/** Decoded {@link getDealsParams}. */
export type GetDealsParams = ValueOf<typeof getDealsParams>;

/**
 * Fetches the latest trades of a pair, newest first.
 *
 * @spec document 2, Endpoints, Spot market data
 */
export const getDeals = operation("getDeals", {
  method: "GET",
  path: "/v3/mdata/deals",
  auth: "none",
  permission: "none",
  paramsPlace: "query",
  params: getDealsParams,
  result: list(deal),
  envelope: "version3",
  codes: [...commonCodes, ...pairCodes],
  purpose: "read",
  repeat: "freely",
  spec: "document 2, Endpoints, Spot market data",
});
