import { pair } from "../../names/pair.js";
import { optional, record } from "../../shape/composite.js";
import { type OperationOf, operation } from "../../shape/operation.js";
import { anything } from "../../shape/scalar.js";
import type { InputFields, RecordOf, RecordValue } from "../../shape/value.js";
import { pairCodes, signedCodes } from "../code-groups.js";

const fields = {
  /** The contract; absent: all. */
  pair: optional("pair", pair),
};

/** Contract whose plan orders are all cancelled. */
export const cancelAllPlanOrdersParams: RecordOf<typeof fields, CancelAllPlanOrdersParams> = /* @__PURE__ */ record(
  "cancel-all-plan-orders-params",
  fields,
  { spec: "document 1, Endpoints, Cancel all plan orders" },
);

/** Decoded {@link cancelAllPlanOrdersParams}. */
export interface CancelAllPlanOrdersParams extends RecordValue<typeof fields> {}

/** What a caller passes as {@link cancelAllPlanOrdersParams}: plain text where the decoded form is branded. */
export interface CancelAllPlanOrdersInput extends InputFields<CancelAllPlanOrdersParams> {}

/** Cancels every plan order. */
export const cancelAllPlanOrders: OperationOf<
  typeof cancelAllPlanOrdersParams,
  ReturnType<typeof anything>,
  CancelAllPlanOrdersInput
> = operation("cancelAllPlanOrders", {
  path: "/v3/cbu/order/planCloseAll",
  auth: "signed-headers",
  permission: "trade",
  params: cancelAllPlanOrdersParams,
  result: anything(),
  codes: [...signedCodes, ...pairCodes],
  purpose: "cancel",
  repeat: "unless-ordered-since",
  spec: "document 1, Endpoints, Cancel all plan orders",
});
