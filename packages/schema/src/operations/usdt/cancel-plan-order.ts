import { orderId } from "../../records/scalars.js";
import { record, required } from "../../shape/composite.js";
import { operation } from "../../shape/operation.js";
import { anything } from "../../shape/scalar.js";
import type { ValueOf } from "../../shape/value.js";
import { cancelCodes, signedCodes } from "../code-groups.js";

/**
 * Which plan order to cancel.
 *
 * @spec document 1, Endpoints, Cancel plan order
 */
export const cancelPlanOrderParams = record(
  "cancel-plan-order-params",
  {
    /** The order. */
    orderId: required("order_id", orderId),
  },
  { spec: "document 1, Endpoints, Cancel plan order" },
);

/** Decoded {@link cancelPlanOrderParams}. */
export type CancelPlanOrderParams = ValueOf<typeof cancelPlanOrderParams>;

/**
 * Cancels a plan order.
 *
 * @spec document 1, Endpoints, Cancel plan order
 */
export const cancelPlanOrder = operation("cancelPlanOrder", {
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
