import { orderId } from "../../records/scalars.js";
import { record, required } from "../../shape/composite.js";
import { type OperationOf, operation } from "../../shape/operation.js";
import { anything } from "../../shape/scalar.js";
import type { InputFields, RecordOf, RecordValue } from "../../shape/value.js";
import { cancelCodes, signedCodes } from "../code-groups.js";

const fields = {
  /** The order. */
  orderId: required("order_id", orderId),
};

/** Which plan order to cancel. */
export const cancelPlanOrderParams: RecordOf<typeof fields, CancelPlanOrderParams> = /* @__PURE__ */ record(
  "cancel-plan-order-params",
  fields,
  { spec: "document 1, Endpoints, Cancel plan order" },
);

/** Decoded {@link cancelPlanOrderParams}. */
export interface CancelPlanOrderParams extends RecordValue<typeof fields> {}

/** What a caller passes as {@link cancelPlanOrderParams}: plain text where the decoded form is branded. */
export interface CancelPlanOrderInput extends InputFields<CancelPlanOrderParams> {}

/** Cancels a plan order. */
export const cancelPlanOrder: OperationOf<
  typeof cancelPlanOrderParams,
  ReturnType<typeof anything>,
  CancelPlanOrderInput
> = operation("cancelPlanOrder", {
  path: "/v3/cbu/order/planClose",
  auth: "signed-headers",
  permission: "trade",
  params: cancelPlanOrderParams,
  result: anything(),
  codes: [...signedCodes, ...cancelCodes],
  purpose: "cancel",
  repeat: "freely",
  spec: "document 1, Endpoints, Cancel plan order",
});
