import { positionSide } from "../../enums/position-side.js";
import { pair } from "../../names/pair.js";
import { money } from "../../records/scalars.js";
import { record, required } from "../../shape/composite.js";
import { closed } from "../../shape/enumeration.js";
import { type OperationOf, operation } from "../../shape/operation.js";
import type { InputFields, RecordOf, RecordValue } from "../../shape/value.js";
import { signedCodes } from "../code-groups.js";
import { nothing } from "../queries/nothing.js";

const fields = {
  /** The contract. */
  pair: required("pair", pair),
  /** By how much: positive adds, negative takes out. The sign is not documented. */
  margin: required("margin", money),
  /** Which position. */
  side: required("side", closed(positionSide)),
};

/** Position whose margin to change. */
export const adjustMarginParams: RecordOf<typeof fields, AdjustMarginParams> = /* @__PURE__ */ record(
  "adjust-margin-params",
  fields,
  {
    spec: "document 1, Endpoints, Adjust margin on a fixed position",
  },
);

/** Decoded {@link adjustMarginParams}. */
export interface AdjustMarginParams extends RecordValue<typeof fields> {}

/** What a caller passes as {@link adjustMarginParams}: plain text where the decoded form is branded. */
export interface AdjustMarginInput extends InputFields<AdjustMarginParams> {}

/** Adds margin to a position in fixed mode or takes some out. Sent twice, it acts twice. */
export const adjustMargin: OperationOf<typeof adjustMarginParams, typeof nothing, AdjustMarginInput> =
  /* @__PURE__ */ operation("adjustMargin", {
    path: "/v3/cbu/changeMargin",
    auth: "signed-headers",
    permission: "trade",
    params: adjustMarginParams,
    result: nothing,
    envelope: "stateOnly",
    codes: [...signedCodes, 2027, 2034, 3016, 3103],
    purpose: "account",
    repeat: "never",
    spec: "document 1, Endpoints, Adjust margin on a fixed position; document 1, States; field note 32",
  });
