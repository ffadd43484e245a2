import { pair } from "../../names/pair.js";
import { optional, record, required } from "../../shape/composite.js";
import { integer } from "../../shape/scalar.js";
import type { ValueOf } from "../../shape/value.js";

/**
 * Which book to fetch.
 *
 * @spec document 1, Endpoints, Market depth; document 2, Endpoints, Spot market data
 */
export const getDepthParams = record(
  "get-depth-params",
  {
    /** The pair. */
    pair: required("pair", pair),
    /** How many levels of each side. */
    size: optional("size", integer({ min: 1, max: 200 }), { assumed: 200 }),
  },
  { spec: "document 1, Endpoints, Market depth; document 2, Endpoints, Spot market data" },
);

/** Decoded {@link getDepthParams}. */
export type GetDepthParams = ValueOf<typeof getDepthParams>;
