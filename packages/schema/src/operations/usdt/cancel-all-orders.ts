import { pair } from "../../names/pair.js";
import { record, required } from "../../shape/composite.js";
import { type OperationOf, operation } from "../../shape/operation.js";
import { anything } from "../../shape/scalar.js";
import type { InputFields, RecordOf, RecordValue } from "../../shape/value.js";
import { pairCodes, signedCodes } from "../code-groups.js";

const fields = {
  /** The contract. */
  pair: required("pair", pair),
};

/** Contract whose orders are all cancelled. */
export const cancelAllOrdersParams: RecordOf<typeof fields, CancelAllOrdersParams> = /* @__PURE__ */ record(
  "cancel-all-orders-params",
  fields,
  { spec: "document 1, Endpoints, Cancel all orders" },
);

/** Decoded {@link cancelAllOrdersParams}. */
export interface CancelAllOrdersParams extends RecordValue<typeof fields> {}

/** What a caller passes as {@link cancelAllOrdersParams}: plain text where the decoded form is branded. */
export interface CancelAllOrdersInput extends InputFields<CancelAllOrdersParams> {}

/** Cancels every order of a contract. */
export const cancelAllOrders: OperationOf<
  typeof cancelAllOrdersParams,
  ReturnType<typeof anything>,
  CancelAllOrdersInput
> = operation("cancelAllOrders", {
  path: "/v3/cbu/order/closeAll",
  auth: "signed-headers",
  permission: "trade",
  params: cancelAllOrdersParams,
  result: anything(),
  codes: [...signedCodes, ...pairCodes],
  purpose: "cancel",
  repeat: "unless-ordered-since",
  spec: "document 1, Endpoints, Cancel all orders",
});
