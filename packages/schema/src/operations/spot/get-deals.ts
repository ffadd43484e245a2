import { pair } from "../../names/pair.js";
import { deal } from "../../records/deal.js";
import { list, optional, record, required } from "../../shape/composite.js";
import { type OperationOf, operation } from "../../shape/operation.js";
import { integer } from "../../shape/scalar.js";
import type { InputFields, ListOf, RecordOf, RecordValue } from "../../shape/value.js";
import { commonCodes, pairCodes } from "../code-groups.js";

const fields = {
  /** The pair. */
  pair: required("pair", pair),
  /** How many trades. */
  size: optional("size", integer({ min: 1, max: 200 }), { assumed: 200 }),
};

/** Which trades to fetch. */
export const getDealsParams: RecordOf<typeof fields, GetDealsParams> = /* @__PURE__ */ record(
  "get-deals-params",
  fields,
  {
    spec: "document 2, Endpoints, Spot market data",
  },
);

/** Decoded {@link getDealsParams}. */
export interface GetDealsParams extends RecordValue<typeof fields> {}

/** What a caller passes as {@link getDealsParams}: plain text where the decoded form is branded. */
export interface GetDealsInput extends InputFields<GetDealsParams> {}

/** Fetches the latest trades of a pair, newest first. */
export const getDeals: OperationOf<
  typeof getDealsParams,
  ListOf<typeof deal>,
  GetDealsInput
> = /* @__PURE__ */ operation("getDeals", {
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
