import { pair } from "../../names/pair.js";
import { optional, record, required } from "../../shape/composite.js";
import { integer } from "../../shape/scalar.js";
import type { InputFields, RecordOf, RecordValue } from "../../shape/value.js";

const fields = {
  /** The pair. */
  pair: required("pair", pair),
  /** How many levels of each side. */
  size: optional("size", integer({ min: 1, max: 200 }), { assumed: 200 }),
};

/** Which book to fetch. */
export const getDepthParams: RecordOf<typeof fields, GetDepthParams> = /* @__PURE__ */ record(
  "get-depth-params",
  fields,
  {
    spec: "document 1, Endpoints, Market depth; document 2, Endpoints, Spot market data",
  },
);

/** Decoded {@link getDepthParams}. */
export interface GetDepthParams extends RecordValue<typeof fields> {}

/** What a caller passes as {@link getDepthParams}: plain text where the decoded form is branded. */
export interface GetDepthInput extends InputFields<GetDepthParams> {}
