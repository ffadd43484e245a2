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

/** Which order to cancel. */
export const cancelOrderParams: RecordOf<typeof fields, CancelOrderParams> = /* @__PURE__ */ record(
  "cancel-order-params",
  fields,
  {
    spec: "document 1, Endpoints, Cancel order",
  },
);

/** Decoded {@link cancelOrderParams}. */
export interface CancelOrderParams extends RecordValue<typeof fields> {}

/** What a caller passes as {@link cancelOrderParams}: plain text where the decoded form is branded. */
export interface CancelOrderInput extends InputFields<CancelOrderParams> {}

/** Cancels an order. */
export const cancelOrder: OperationOf<
  typeof cancelOrderParams,
  ReturnType<typeof anything>,
  CancelOrderInput
> = operation("cancelOrder", {
  path: "/v3/cbu/order/close",
  auth: "signed-headers",
  permission: "trade",
  params: cancelOrderParams,
  result: anything(),
  codes: [...signedCodes, ...cancelCodes],
  purpose: "cancel",
  repeat: "freely",
  spec: "document 1, Endpoints, Cancel order; document 1, States",
});
