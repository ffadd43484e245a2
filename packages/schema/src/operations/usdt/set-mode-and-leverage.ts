import { positionMode } from "../../enums/position-mode.js";
import { pair } from "../../names/pair.js";
import { wholeLeverage } from "../../records/scalars.js";
import { record, required } from "../../shape/composite.js";
import { closed } from "../../shape/enumeration.js";
import { type OperationOf, operation } from "../../shape/operation.js";
import { anything } from "../../shape/scalar.js";
import type { InputFields, RecordOf, RecordValue } from "../../shape/value.js";
import { signedCodes } from "../code-groups.js";

const fields = {
  /** The contract. */
  pair: required("pair", pair),
  /** What backs them. */
  mode: required("mode", closed(positionMode)),
  /** Leverage of the long position. */
  longLeverage: required("leverage_long", wholeLeverage),
  /** Leverage of the short position. */
  shortLeverage: required("leverage_short", wholeLeverage),
};

/** How the positions of a contract are backed. */
export const setModeAndLeverageParams: RecordOf<typeof fields, SetModeAndLeverageParams> = /* @__PURE__ */ record(
  "set-mode-and-leverage-params",
  fields,
  { spec: "document 1, Endpoints, Adjust position mode and leverage" },
);

/** Decoded {@link setModeAndLeverageParams}. */
export interface SetModeAndLeverageParams extends RecordValue<typeof fields> {}

/** What a caller passes as {@link setModeAndLeverageParams}: plain text where the decoded form is branded. */
export interface SetModeAndLeverageInput extends InputFields<SetModeAndLeverageParams> {}

/** Sets what backs the positions of a contract, and their leverage. */
export const setModeAndLeverage: OperationOf<
  typeof setModeAndLeverageParams,
  ReturnType<typeof anything>,
  SetModeAndLeverageInput
> = operation("setModeAndLeverage", {
  path: "/v3/cbu/changeMode",
  auth: "signed-headers",
  permission: "trade",
  params: setModeAndLeverageParams,
  result: anything(),
  codes: [...signedCodes, 2027, 2034, 3016],
  purpose: "account",
  repeat: "freely",
  spec: "document 1, Endpoints, Adjust position mode and leverage; document 1, Limits",
});
