import { order } from "../../records/order.js";
import { orderId } from "../../records/scalars.js";
import { record, required } from "../../shape/composite.js";
import { operation } from "../../shape/operation.js";
import type { ValueOf } from "../../shape/value.js";
import { signedCodes } from "../code-groups.js";

/**
 * Which order to fetch.
 *
 * @spec document 1, Endpoints, Query order
 */
export const getOrderParams = record(
  "get-order-params",
  {
    /** The order. */
    orderId: required("order_id", orderId),
  },
  { spec: "document 1, Endpoints, Query order" },
);

/** Decoded {@link getOrderParams}. */
export type GetOrderParams = ValueOf<typeof getOrderParams>;

/**
 * Fetches an order.
 *
 * @spec document 1, Endpoints, Query order
 */
export const getOrder = operation("getOrder", {
  path: "/v3/cbu/order/detail",
  auth: "signed-headers",
  permission: "read",
  params: getOrderParams,
  result: order,
  codes: [...signedCodes, 2040],
  purpose: "read",
  repeat: "freely",
  spec: "document 1, Endpoints, Query order",
});
