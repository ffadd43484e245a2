import { type OperationOf, operation } from "../../shape/operation.js";
import { pairCodes, signedCodes } from "../code-groups.js";
import { historicalOrderPage, type ListOrderHistoryInput, listOrderHistoryParams } from "../queries/order-history.js";

/** Lists orders of the past, page by page. */
export const listOrderHistory: OperationOf<
  typeof listOrderHistoryParams,
  typeof historicalOrderPage,
  ListOrderHistoryInput
> = operation("listOrderHistory", {
  path: "/v3.1/cquery/base_u/orderHistory",
  auth: "signed-headers",
  permission: "read",
  params: listOrderHistoryParams,
  result: historicalOrderPage,
  codes: [...signedCodes, ...pairCodes],
  purpose: "read",
  repeat: "freely",
  spec: "document 1, Endpoints, Historical orders",
});
