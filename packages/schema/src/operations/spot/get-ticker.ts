import { pair } from "../../names/pair.js";
import { ticker } from "../../records/ticker.js";
import { record, required } from "../../shape/composite.js";
import { type OperationOf, operation } from "../../shape/operation.js";
import type { InputFields, RecordOf, RecordValue } from "../../shape/value.js";
import { commonCodes, pairCodes } from "../code-groups.js";

const fields = {
  /** The pair. */
  pair: required("pair", pair),
};

/** Which pair's ticker to return. */
export const getTickerParams: RecordOf<typeof fields, GetTickerParams> = /* @__PURE__ */ record(
  "get-ticker-params",
  fields,
  {
    spec: "document 2, Endpoints, Spot market data",
  },
);

/** Decoded {@link getTickerParams}. */
export interface GetTickerParams extends RecordValue<typeof fields> {}

/** What a caller passes as {@link getTickerParams}: plain text where the decoded form is branded. */
export interface GetTickerInput extends InputFields<GetTickerParams> {}

/** Fetches the 24-hour figures and best quotes of a pair. */
export const getTicker: OperationOf<typeof getTickerParams, typeof ticker, GetTickerInput> = /* @__PURE__ */ operation(
  "getTicker",
  {
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
  },
);
