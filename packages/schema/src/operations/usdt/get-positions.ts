import { positionSide } from "../../enums/position-side.js";
import { pair } from "../../names/pair.js";
import { position } from "../../records/position.js";
import { list, optional, record } from "../../shape/composite.js";
import { closed } from "../../shape/enumeration.js";
import { operation } from "../../shape/operation.js";
import type { ValueOf } from "../../shape/value.js";
import { pairCodes, signedCodes } from "../code-groups.js";

/**
 * Which positions to list.
 *
 * @spec document 1, Endpoints, Query position
 */
export const getPositionsParams = record(
  "get-positions-params",
  {
    /** The contract; absent: all. */
    pair: optional("pair", pair),
    /** Which way they profit; absent: both. */
    side: optional("side", closed(positionSide)),
  },
  { spec: "document 1, Endpoints, Query position" },
);

/** Decoded {@link getPositionsParams}. */
export type GetPositionsParams = ValueOf<typeof getPositionsParams>;

/**
 * Lists positions.
 *
 * @spec document 1, Endpoints, Query position
 */
export const getPositions = operation("getPositions", {
  path: "/v3/cbu/position",
  auth: "signed-headers",
  permission: "read",
  params: getPositionsParams,
  result: list(position),
  codes: [...signedCodes, ...pairCodes],
  purpose: "read",
  repeat: "freely",
  spec: "document 1, Endpoints, Query position",
});
