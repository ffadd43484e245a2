import { order } from "../../records/order.js";
import { clientOrderId } from "../../records/scalars.js";
import { list, record, required } from "../../shape/composite.js";
import { type OperationOf, operation } from "../../shape/operation.js";
import type { InputFields, ListOf, RecordOf, RecordValue } from "../../shape/value.js";
import { signedCodes } from "../code-groups.js";

const fields = {
  /** The caller's ids; the wire calls them order ids all the same. */
  clientOrderIds: required("order_ids", list(clientOrderId, { min: 1, max: 100 })),
};

/** Which orders to fetch. */
export const getOrdersByClientOrderIdParams: RecordOf<typeof fields, GetOrdersByClientOrderIdParams> =
  /* @__PURE__ */ record("get-orders-by-client-order-id-params", fields, {
    spec: "document 1, Endpoints, Query orders by client order id",
  });

/** Decoded {@link getOrdersByClientOrderIdParams}. */
export interface GetOrdersByClientOrderIdParams extends RecordValue<typeof fields> {}

/** What a caller passes as {@link getOrdersByClientOrderIdParams}: plain text where the decoded form is branded. */
export interface GetOrdersByClientOrderIdInput extends InputFields<GetOrdersByClientOrderIdParams> {}

/** Fetches orders by the ids that the caller chose. An id may find several orders. */
export const getOrdersByClientOrderId: OperationOf<
  typeof getOrdersByClientOrderIdParams,
  ListOf<typeof order>,
  GetOrdersByClientOrderIdInput
> = operation("getOrdersByClientOrderId", {
  path: "/v3/cbu/order/listBatchByClientOid",
  auth: "signed-headers",
  permission: "read",
  params: getOrdersByClientOrderIdParams,
  result: list(order),
  codes: [...signedCodes, 2040],
  purpose: "read",
  repeat: "freely",
  spec: "document 1, Endpoints, Query orders by client order id",
});
