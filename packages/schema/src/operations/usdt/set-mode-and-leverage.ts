import { positionMode } from "../../enums/position-mode.js";
import { pair } from "../../names/pair.js";
import { wholeLeverage } from "../../records/scalars.js";
import { record, required } from "../../shape/composite.js";
import { closed } from "../../shape/enumeration.js";
import { operation } from "../../shape/operation.js";
import { anything } from "../../shape/scalar.js";
import type { ValueOf } from "../../shape/value.js";
import { signedCodes } from "../code-groups.js";

/**
 * How the positions of a contract are backed.
 *
 * @spec document 1, Endpoints, Adjust position mode and leverage
 */
export const setModeAndLeverageParams = record(
  "set-mode-and-leverage-params",
  {
    /** The contract. */
    pair: required("pair", pair),
    /** What backs them. */
    mode: required("mode", closed(positionMode)),
    /** Leverage of the long position. */
    longLeverage: required("leverage_long", wholeLeverage),
    /** Leverage of the short position. */
    shortLeverage: required("leverage_short", wholeLeverage),
  },
  { spec: "document 1, Endpoints, Adjust position mode and leverage" },
);

/** Decoded {@link setModeAndLeverageParams}. */
export type SetModeAndLeverageParams = ValueOf<typeof setModeAndLeverageParams>;

/**
 * Sets what backs the positions of a contract, and their leverage.
 *
 * @spec document 1, Endpoints, Adjust position mode and leverage; document 1, Limits
 */
export const setModeAndLeverage = operation("setModeAndLeverage", {
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
