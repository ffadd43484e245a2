import { order } from "../../records/order.js";
import { orderId } from "../../records/scalars.js";
import { list, record, required } from "../../shape/composite.js";
import { operation } from "../../shape/operation.js";
import type { ValueOf } from "../../shape/value.js";
import { signedCodes } from "../code-groups.js";

/**
 * Which orders to fetch.
 *
 * @spec document 1, Endpoints, Batch query orders
 */
export const getOrdersParams = record(
  "get-orders-params",
  {
    /** The orders. How many the venue takes is not documented. */
    orderIds: required("order_ids", list(orderId, { min: 1, max: 100 })),
  },
  { spec: "document 1, Endpoints, Batch query orders" },
);

/** Decoded {@link getOrdersParams}. */
export type GetOrdersParams = ValueOf<typeof getOrdersParams>;

/**
 * Fetches several orders.
 *
 * @spec document 1, Endpoints, Batch query orders
 */
export const getOrders = operation("getOrders", {
  path: "/v3/cbu/order/listBatch",
  auth: "signed-headers",
  permission: "read",
  params: getOrdersParams,
  result: list(order),
  codes: [...signedCodes, 2040],
  purpose: "read",
  repeat: "freely",
  spec: "document 1, Endpoints, Batch query orders",
});
