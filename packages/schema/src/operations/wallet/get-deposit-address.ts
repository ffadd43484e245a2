import { coinSymbol } from "../../records/scalars.js";
import { record, required } from "../../shape/composite.js";
import { operation } from "../../shape/operation.js";
import { text } from "../../shape/scalar.js";
import type { ValueOf } from "../../shape/value.js";
import { signedCodes } from "../code-groups.js";

/**
 * Which coin to deposit.
 *
 * @spec document 2, Endpoints, Wallet and spot account
 */
export const getDepositAddressParams = record(
  "get-deposit-address-params",
  {
    /** The coin. */
    coin: required("coin_symbol", coinSymbol),
  },
  { spec: "document 2, Endpoints, Wallet and spot account" },
);

/** Decoded {@link getDepositAddressParams}. */
export type GetDepositAddressParams = ValueOf<typeof getDepositAddressParams>;

/**
 * Tells the address to which a coin is deposited.
 *
 * @spec document 2, Endpoints, Wallet and spot account
 */
export const getDepositAddress = operation("getDepositAddress", {
  path: "/v3.1/transfer/transferIn",
  auth: "signed-headers",
  permission: "read",
  params: getDepositAddressParams,
  result: text(),
  codes: [...signedCodes, 2034],
  purpose: "account",
  repeat: "freely",
  spec: "document 2, Endpoints, Wallet and spot account",
});
