import { order } from "../../records/order.js";
import { orderId } from "../../records/scalars.js";
import { list, record, required } from "../../shape/composite.js";
import { type OperationOf, operation } from "../../shape/operation.js";
import type { InputFields, ListOf, RecordOf, RecordValue } from "../../shape/value.js";
import { signedCodes } from "../code-groups.js";

const fields = {
  /** The orders. How many the venue takes is not documented. */
  orderIds: required("order_ids", list(orderId, { min: 1, max: 100 })),
};

/** Which orders to fetch. */
export const getOrdersParams: RecordOf<typeof fields, GetOrdersParams> = /* @__PURE__ */ record(
  "get-orders-params",
  fields,
  {
    spec: "document 1, Endpoints, Batch query orders",
  },
);

/** Decoded {@link getOrdersParams}. */
export interface GetOrdersParams extends RecordValue<typeof fields> {}

/** What a caller passes as {@link getOrdersParams}: plain text where the decoded form is branded. */
export interface GetOrdersInput extends InputFields<GetOrdersParams> {}

/** Fetches several orders. */
export const getOrders: OperationOf<
  typeof getOrdersParams,
  ListOf<typeof order>,
  GetOrdersInput
> = /* @__PURE__ */ operation("getOrders", {
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
