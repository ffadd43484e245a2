import { orderId } from "../../records/scalars.js";
import { list, record, required } from "../../shape/composite.js";
import { type OperationOf, operation } from "../../shape/operation.js";
import { anything } from "../../shape/scalar.js";
import type { InputFields, RecordOf, RecordValue } from "../../shape/value.js";
import { cancelCodes, signedCodes } from "../code-groups.js";

const fields = {
  /** The orders. How many the venue takes is not documented. */
  orderIds: required("order_ids", list(orderId, { min: 1, max: 100 })),
};

/** Which orders to cancel. */
export const cancelOrdersParams: RecordOf<typeof fields, CancelOrdersParams> = /* @__PURE__ */ record(
  "cancel-orders-params",
  fields,
  {
    spec: "document 1, Endpoints, Batch cancellation",
  },
);

/** Decoded {@link cancelOrdersParams}. */
export interface CancelOrdersParams extends RecordValue<typeof fields> {}

/** What a caller passes as {@link cancelOrdersParams}: plain text where the decoded form is branded. */
export interface CancelOrdersInput extends InputFields<CancelOrdersParams> {}

/** Cancels several orders. */
export const cancelOrders: OperationOf<
  typeof cancelOrdersParams,
  ReturnType<typeof anything>,
  CancelOrdersInput
> = operation("cancelOrders", {
  path: "/v3/cbu/order/closeBatch",
  auth: "signed-headers",
  permission: "trade",
  params: cancelOrdersParams,
  result: anything(),
  codes: [...signedCodes, ...cancelCodes],
  purpose: "cancel",
  repeat: "freely",
  spec: "document 1, Endpoints, Batch cancellation",
});
