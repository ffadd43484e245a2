import { pair } from "../../names/pair.js";
import { ticker } from "../../records/ticker.js";
import { record, required } from "../../shape/composite.js";
import { operation } from "../../shape/operation.js";
import type { ValueOf } from "../../shape/value.js";
import { commonCodes, pairCodes } from "../code-groups.js";

/**
 * Of which pair to tell.
 *
 * @spec document 2, Endpoints, Spot market data
 */
export const getTickerParams = record(
  "get-ticker-params",
  {
    /** The pair. */
    pair: required("pair", pair),
  },
  { spec: "document 2, Endpoints, Spot market data" },
);

/** Decoded {@link getTickerParams}. */
export type GetTickerParams = ValueOf<typeof getTickerParams>;

/**
 * Fetches the 24-hour figures and best quotes of a pair.
 *
 * @spec document 2, Endpoints, Spot market data
 */
export const getTicker = operation("getTicker", {
  method: "GET",
  path: "/v3/mdata/ticker",
  auth: "none",
  permission: "none",
  paramsPlace: "query",
  params: getTickerParams,
  result: ticker,
  envelope: "version3",
  codes: [...commonCodes, ...pairCodes],
  purpose: "read",
  repeat: "freely",
  spec: "document 2, Endpoints, Spot market data",
});
