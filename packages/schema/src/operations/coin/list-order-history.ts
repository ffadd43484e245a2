import { type OperationOf, operation } from "../../shape/operation.js";
import { batchCodes, pairCodes, signedCodes } from "../code-groups.js";
import { historicalOrderPage, type ListOrderHistoryInput, listOrderHistoryParams } from "../queries/order-history.js";

/** Lists orders of the past, page by page. */
export const listOrderHistory: OperationOf<
  typeof listOrderHistoryParams,
  typeof historicalOrderPage,
  ListOrderHistoryInput
> = operation("listOrderHistory", {
  base: "legacy",
  path: "/v1.1/cquery",
  command: "bc/orderHistory",
  auth: "signed-form",
  permission: "read",
  paramsPlace: "form-command",
  params: listOrderHistoryParams,
  result: historicalOrderPage,
  envelope: "batch",
  codes: [...signedCodes, ...pairCodes, ...batchCodes],
  purpose: "read",
  repeat: "freely",
  spec: "document 2, Endpoints, Coin-margined batch query",
});
