import { pair } from "../../names/pair.js";
import { planOrder } from "../../records/plan-order.js";
import { list, optional, record } from "../../shape/composite.js";
import { operation } from "../../shape/operation.js";
import type { ValueOf } from "../../shape/value.js";
import { pairCodes, signedCodes } from "../code-groups.js";

/**
 * Of which contract to list plan orders.
 *
 * @spec document 1, Endpoints, List plan orders
 */
export const getPlanOrdersParams = record(
  "get-plan-orders-params",
  {
    /** The contract; absent: all. */
    pair: optional("pair", pair),
  },
  { spec: "document 1, Endpoints, List plan orders" },
);

/** Decoded {@link getPlanOrdersParams}. */
export type GetPlanOrdersParams = ValueOf<typeof getPlanOrdersParams>;

/**
 * Lists the plan orders that wait.
 *
 * @spec document 1, Endpoints, List plan orders
 */
export const getPlanOrders = operation("getPlanOrders", {
  path: "/v3/cbu/order/planOrderList",
  auth: "signed-headers",
  permission: "read",
  params: getPlanOrdersParams,
  result: list(planOrder),
  codes: [...signedCodes, ...pairCodes],
  purpose: "read",
  repeat: "freely",
  spec: "document 1, Endpoints, List plan orders",
});
