import { historicalOrder } from "../../records/historical-order.js";
import { list } from "../../shape/composite.js";
import { type OperationOf, operation } from "../../shape/operation.js";
import type { ListOf } from "../../shape/value.js";
import { batchCodes, signedCodes } from "../code-groups.js";
import { type GetHistoricalOrdersInput, getHistoricalOrdersParams } from "../queries/orders-by-id.js";

/** Fetches orders by their ids or by the caller's. */
export const getHistoricalOrders: OperationOf<
  typeof getHistoricalOrdersParams,
  ListOf<typeof historicalOrder>,
  GetHistoricalOrdersInput
> = operation("getHistoricalOrders", {
  base: "legacy",
  path: "/v1.1/cquery",
  command: "bc/orderById",
  auth: "signed-form",
  permission: "read",
  paramsPlace: "form-command",
  params: getHistoricalOrdersParams,
  result: list(historicalOrder),
  envelope: "batch",
  codes: [...signedCodes, 2040, ...batchCodes],
  purpose: "read",
  repeat: "freely",
  spec: "document 2, Endpoints, Coin-margined batch query",
});
