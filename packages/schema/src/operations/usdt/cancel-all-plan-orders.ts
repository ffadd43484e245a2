import { pair } from "../../names/pair.js";
import { optional, record } from "../../shape/composite.js";
import { operation } from "../../shape/operation.js";
import { anything } from "../../shape/scalar.js";
import type { ValueOf } from "../../shape/value.js";
import { pairCodes, signedCodes } from "../code-groups.js";

/**
 * Of which contract to cancel all plan orders.
 *
 * @spec document 1, Endpoints, Cancel all plan orders
 */
export const cancelAllPlanOrdersParams = record(
  "cancel-all-plan-orders-params",
  {
    /** The contract; absent: all. */
    pair: optional("pair", pair),
  },
  { spec: "document 1, Endpoints, Cancel all plan orders" },
);

/** Decoded {@link cancelAllPlanOrdersParams}. */
export type CancelAllPlanOrdersParams = ValueOf<typeof cancelAllPlanOrdersParams>;

/**
 * Cancels every plan order.
 *
 * @spec document 1, Endpoints, Cancel all plan orders
 */
export const cancelAllPlanOrders = operation("cancelAllPlanOrders", {
  path: "/v3/cbu/order/planCloseAll",
  auth: "signed-headers",
  permission: "trade",
  params: cancelAllPlanOrdersParams,
  result: anything(),
  codes: [...signedCodes, ...pairCodes],
  purpose: "cancel",
  repeat: "unless-ordered-since",
  spec: "document 1, Endpoints, Cancel all plan orders",
});
