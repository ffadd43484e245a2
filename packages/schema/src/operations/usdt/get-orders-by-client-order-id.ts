import { order } from "../../records/order.js";
import { clientOrderId } from "../../records/scalars.js";
import { list, record, required } from "../../shape/composite.js";
import { operation } from "../../shape/operation.js";
import type { ValueOf } from "../../shape/value.js";
import { signedCodes } from "../code-groups.js";

/**
 * Which orders to fetch.
 *
 * @spec document 1, Endpoints, Query orders by client order id
 */
export const getOrdersByClientOrderIdParams = record(
  "get-orders-by-client-order-id-params",
  {
    /** The caller's ids; the wire calls them order ids all the same. */
    clientOrderIds: required("order_ids", list(clientOrderId, { min: 1, max: 100 })),
  },
  { spec: "document 1, Endpoints, Query orders by client order id" },
);

/** Decoded {@link getOrdersByClientOrderIdParams}. */
export type GetOrdersByClientOrderIdParams = ValueOf<typeof getOrdersByClientOrderIdParams>;

/**
 * Fetches orders by the ids that the caller chose. An id may find several orders.
 *
 * @spec document 1, Endpoints, Query orders by client order id
 */
export const getOrdersByClientOrderId = operation("getOrdersByClientOrderId", {
  path: "/v3/cbu/order/listBatchByClientOid",
  auth: "signed-headers",
  permission: "read",
  params: getOrdersByClientOrderIdParams,
  result: list(order),
  codes: [...signedCodes, 2040],
  purpose: "read",
  repeat: "freely",
  spec: "document 1, Endpoints, Query orders by client order id",
});
