import { positionSide } from "../../enums/position-side.js";
import { pair } from "../../names/pair.js";
import { position } from "../../records/position.js";
import { list, optional, record } from "../../shape/composite.js";
import { closed } from "../../shape/enumeration.js";
import { type OperationOf, operation } from "../../shape/operation.js";
import type { InputFields, ListOf, RecordOf, RecordValue } from "../../shape/value.js";
import { pairCodes, signedCodes } from "../code-groups.js";

const fields = {
  /** The contract; absent: all. */
  pair: optional("pair", pair),
  /** Which way they profit; absent: both. */
  side: optional("side", closed(positionSide)),
};

/** Which positions to list. */
export const getPositionsParams: RecordOf<typeof fields, GetPositionsParams> = /* @__PURE__ */ record(
  "get-positions-params",
  fields,
  {
    spec: "document 1, Endpoints, Query position",
  },
);

/** Decoded {@link getPositionsParams}. */
export interface GetPositionsParams extends RecordValue<typeof fields> {}

/** What a caller passes as {@link getPositionsParams}: plain text where the decoded form is branded. */
export interface GetPositionsInput extends InputFields<GetPositionsParams> {}

/** Lists positions. */
export const getPositions: OperationOf<
  typeof getPositionsParams,
  ListOf<typeof position>,
  GetPositionsInput
> = operation("getPositions", {
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
