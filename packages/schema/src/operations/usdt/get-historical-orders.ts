import { historicalOrder } from "../../records/historical-order.js";
import { list } from "../../shape/composite.js";
import { operation } from "../../shape/operation.js";
import { signedCodes } from "../code-groups.js";
import { getHistoricalOrdersParams } from "../queries/orders-by-id.js";

/**
 * Fetches orders by their ids or by the caller's.
 *
 * @spec document 1, Endpoints, Orders by id
 */
export const getHistoricalOrders = operation("getHistoricalOrders", {
  path: "/v3.1/cquery/base_u/orderById",
  auth: "signed-headers",
  permission: "read",
  params: getHistoricalOrdersParams,
  result: list(historicalOrder),
  codes: [...signedCodes, 2040],
  purpose: "read",
  repeat: "freely",
  spec: "document 1, Endpoints, Orders by id",
});
