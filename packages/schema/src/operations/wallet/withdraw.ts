import { coinSymbol, moneyAsNumber, withdrawalId } from "../../records/scalars.js";
import { optional, record, required } from "../../shape/composite.js";
import { type OperationOf, operation } from "../../shape/operation.js";
import { text } from "../../shape/scalar.js";
import type { InputFields, RecordOf, RecordValue } from "../../shape/value.js";
import { signedCodes } from "../code-groups.js";

const fields = {
  /** The coin. */
  coin: required("coin_symbol", coinSymbol),
  /** How much; above the coin's minimum. A bare decimal on the wire, signed exactly as it is sent. */
  amount: required("amount", moneyAsNumber),
  /** A valid address of the coin. */
  address: required("addr", text()),
  /** The tag that some coins need. */
  memo: optional("memo", text()),
};

/** What to send and where to. */
export const withdrawParams: RecordOf<typeof fields, WithdrawParams> = /* @__PURE__ */ record(
  "withdraw-params",
  fields,
  {
    spec: "document 2, Endpoints, Wallet and spot account",
  },
);

/** Decoded {@link withdrawParams}. */
export interface WithdrawParams extends RecordValue<typeof fields> {}

/** What a caller passes as {@link withdrawParams}: plain text where the decoded form is branded. */
export interface WithdrawInput extends InputFields<WithdrawParams> {}

/** Sends money to an address outside. Sent twice, it pays twice. */
export const withdraw: OperationOf<typeof withdrawParams, typeof withdrawalId, WithdrawInput> =
  /* @__PURE__ */ operation("withdraw", {
    path: "/v3.1/transfer/transferOut",
    auth: "signed-headers",
    permission: "withdraw",
    params: withdrawParams,
    rules: [{ rule: "positive", fields: ["amount"] }],
    result: withdrawalId,
    codes: [...signedCodes, 2027, 2034, 2085],
    purpose: "account",
    repeat: "never",
    spec: "document 2, Endpoints, Wallet and spot account",
  });
