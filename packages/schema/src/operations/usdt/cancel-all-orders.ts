import { pair } from "../../names/pair.js";
import { record, required } from "../../shape/composite.js";
import { operation } from "../../shape/operation.js";
import { anything } from "../../shape/scalar.js";
import type { ValueOf } from "../../shape/value.js";
import { pairCodes, signedCodes } from "../code-groups.js";

/**
 * Of which contract to cancel all orders.
 *
 * @spec document 1, Endpoints, Cancel all orders
 */
export const cancelAllOrdersParams = record(
  "cancel-all-orders-params",
  {
    /** The contract. */
    pair: required("pair", pair),
  },
  { spec: "document 1, Endpoints, Cancel all orders" },
);

/** Decoded {@link cancelAllOrdersParams}. */
export type CancelAllOrdersParams = ValueOf<typeof cancelAllOrdersParams>;

/**
 * Cancels every order of a contract.
 *
 * @spec document 1, Endpoints, Cancel all orders
 */
export const cancelAllOrders = operation("cancelAllOrders", {
  path: "/v3/cbu/order/closeAll",
  auth: "signed-headers",
  permission: "trade",
  params: cancelAllOrdersParams,
  result: anything(),
  codes: [...signedCodes, ...pairCodes],
  purpose: "cancel",
  repeat: "unless-ordered-since",
  spec: "document 1, Endpoints, Cancel all orders",
});
