import { historicalOrder } from "../../records/historical-order.js";
import { list } from "../../shape/composite.js";
import { type OperationOf, operation } from "../../shape/operation.js";
import type { ListOf } from "../../shape/value.js";
import { signedCodes } from "../code-groups.js";
import { type GetHistoricalOrdersInput, getHistoricalOrdersParams } from "../queries/orders-by-id.js";

/** Fetches orders by their ids or by the caller's. */
export const getHistoricalOrders: OperationOf<
  typeof getHistoricalOrdersParams,
  ListOf<typeof historicalOrder>,
  GetHistoricalOrdersInput
> = operation("getHistoricalOrders", {
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
