import { transferDirection } from "../../enums/transfer-direction.js";
import { coinSymbol, money } from "../../records/scalars.js";
import { record, required } from "../../shape/composite.js";
import { closed } from "../../shape/enumeration.js";
import { type OperationOf, operation } from "../../shape/operation.js";
import { anything } from "../../shape/scalar.js";
import type { InputFields, RecordOf, RecordValue } from "../../shape/value.js";
import { signedCodes } from "../code-groups.js";

const fields = {
  /** How much. */
  amount: required("amount", money),
  /** The coin; the value shown is USDT. */
  coin: required("symbol", coinSymbol),
  /** Where to. */
  direction: required("type", closed(transferDirection)),
};

/** What to move and where to. */
export const transferFundsParams: RecordOf<typeof fields, TransferFundsParams> = /* @__PURE__ */ record(
  "transfer-funds-params",
  fields,
  { spec: "document 1, Endpoints, Transfer funds between wallet and contract account" },
);

/** Decoded {@link transferFundsParams}. */
export interface TransferFundsParams extends RecordValue<typeof fields> {}

/** What a caller passes as {@link transferFundsParams}: plain text where the decoded form is branded. */
export interface TransferFundsInput extends InputFields<TransferFundsParams> {}

/**
 * Moves money between the wallet and the contract account. Published under two paths. Deployments answer with the transfer's id
 * as text; the document gives the result no meaning.
 */
export const transferFunds: OperationOf<
  typeof transferFundsParams,
  ReturnType<typeof anything>,
  TransferFundsInput
> = operation("transferFunds", {
  path: "/v3/cbuassets/transfer",
  alsoAt: ["/v3/assets/transfer/cbu"],
  auth: "signed-headers",
  permission: "transfer",
  params: transferFundsParams,
  rules: [{ rule: "positive", fields: ["amount"] }],
  result: anything(),
  envelope: "withoutCommand",
  codes: [...signedCodes, 2027],
  purpose: "account",
  repeat: "never",
  spec: "document 1, Endpoints, Transfer funds between wallet and contract account; document 1, Versioning; field note 38",
});
