import { order } from "../../records/order.js";
import { orderId } from "../../records/scalars.js";
import { record, required } from "../../shape/composite.js";
import { type OperationOf, operation } from "../../shape/operation.js";
import type { InputFields, RecordOf, RecordValue } from "../../shape/value.js";
import { signedCodes } from "../code-groups.js";

const fields = {
  /** The order. */
  orderId: required("order_id", orderId),
};

/** Which order to fetch. */
export const getOrderParams: RecordOf<typeof fields, GetOrderParams> = /* @__PURE__ */ record(
  "get-order-params",
  fields,
  {
    spec: "document 1, Endpoints, Query order",
  },
);

/** Decoded {@link getOrderParams}. */
export interface GetOrderParams extends RecordValue<typeof fields> {}

/** What a caller passes as {@link getOrderParams}: plain text where the decoded form is branded. */
export interface GetOrderInput extends InputFields<GetOrderParams> {}

/** Fetches an order. */
export const getOrder: OperationOf<typeof getOrderParams, typeof order, GetOrderInput> = /* @__PURE__ */ operation(
  "getOrder",
  {
    path: "/v3/cbu/order/detail",
    auth: "signed-headers",
    permission: "read",
    params: getOrderParams,
    result: order,
    codes: [...signedCodes, 2040],
    purpose: "read",
    repeat: "freely",
    spec: "document 1, Endpoints, Query order",
  },
);
