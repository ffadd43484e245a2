import { clientOrderId, orderId } from "../../records/scalars.js";
import { list, record, required } from "../../shape/composite.js";
import type { ValueOf } from "../../shape/value.js";

/**
 * Which orders to fetch. Both lists must be there; either may be empty.
 *
 * @spec document 1, Endpoints, Orders by id; document 2, Endpoints, Coin-margined batch query
 */
export const getHistoricalOrdersParams = record(
  "get-historical-orders-params",
  {
    /** The venue's ids. */
    orderIds: required("orderIds", list(orderId)),
    /** The caller's ids. */
    clientOrderIds: required("clientOids", list(clientOrderId)),
  },
  { spec: "document 1, Endpoints, Orders by id; document 2, Endpoints, Coin-margined batch query" },
);

/** Decoded {@link getHistoricalOrdersParams}. */
export type GetHistoricalOrdersParams = ValueOf<typeof getHistoricalOrdersParams>;
