import { orderId } from "../../records/scalars.js";
import { record, required } from "../../shape/composite.js";
import { operation } from "../../shape/operation.js";
import { anything } from "../../shape/scalar.js";
import type { ValueOf } from "../../shape/value.js";
import { cancelCodes, signedCodes } from "../code-groups.js";

/**
 * Which order to cancel.
 *
 * @spec document 1, Endpoints, Cancel order
 */
export const cancelOrderParams = record(
  "cancel-order-params",
  {
    /** The order. */
    orderId: required("order_id", orderId),
  },
  { spec: "document 1, Endpoints, Cancel order" },
);

/** Decoded {@link cancelOrderParams}. */
export type CancelOrderParams = ValueOf<typeof cancelOrderParams>;

/**
 * Cancels an order.
 *
 * @spec document 1, Endpoints, Cancel order; document 1, States
 */
export const cancelOrder = operation("cancelOrder", {
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
