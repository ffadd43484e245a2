import { coinSymbol } from "../../records/scalars.js";
import { record, required } from "../../shape/composite.js";
import { type OperationOf, operation } from "../../shape/operation.js";
import { text } from "../../shape/scalar.js";
import type { InputFields, RecordOf, RecordValue } from "../../shape/value.js";
import { signedCodes } from "../code-groups.js";

const fields = {
  /** The coin. */
  coin: required("coin_symbol", coinSymbol),
};

/** Which coin to deposit. */
export const getDepositAddressParams: RecordOf<typeof fields, GetDepositAddressParams> = /* @__PURE__ */ record(
  "get-deposit-address-params",
  fields,
  { spec: "document 2, Endpoints, Wallet and spot account" },
);

/** Decoded {@link getDepositAddressParams}. */
export interface GetDepositAddressParams extends RecordValue<typeof fields> {}

/** What a caller passes as {@link getDepositAddressParams}: plain text where the decoded form is branded. */
export interface GetDepositAddressInput extends InputFields<GetDepositAddressParams> {}

/** Tells the address to which a coin is deposited. */
export const getDepositAddress: OperationOf<
  typeof getDepositAddressParams,
  ReturnType<typeof text>,
  GetDepositAddressInput
> = operation("getDepositAddress", {
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
