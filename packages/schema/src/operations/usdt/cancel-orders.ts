import { orderId } from "../../records/scalars.js";
import { list, record, required } from "../../shape/composite.js";
import { operation } from "../../shape/operation.js";
import { anything } from "../../shape/scalar.js";
import type { ValueOf } from "../../shape/value.js";
import { cancelCodes, signedCodes } from "../code-groups.js";

/**
 * Which orders to cancel.
 *
 * @spec document 1, Endpoints, Batch cancellation
 */
export const cancelOrdersParams = record(
  "cancel-orders-params",
  {
    /** The orders. How many the venue takes is not documented. */
    orderIds: required("order_ids", list(orderId, { min: 1, max: 100 })),
  },
  { spec: "document 1, Endpoints, Batch cancellation" },
);

/** Decoded {@link cancelOrdersParams}. */
export type CancelOrdersParams = ValueOf<typeof cancelOrdersParams>;

/**
 * Cancels several orders.
 *
 * @spec document 1, Endpoints, Batch cancellation
 */
export const cancelOrders = operation("cancelOrders", {
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
