import { clientOrderId, orderId } from "../../records/scalars.js";
import { list, record, required } from "../../shape/composite.js";
import type { InputFields, RecordOf, RecordValue } from "../../shape/value.js";

const fields = {
  /** The venue's ids. */
  orderIds: required("orderIds", list(orderId)),
  /** The caller's ids. */
  clientOrderIds: required("clientOids", list(clientOrderId)),
};

/** Which orders to fetch. Both lists must be there; either may be empty. */
export const getHistoricalOrdersParams: RecordOf<typeof fields, GetHistoricalOrdersParams> = /* @__PURE__ */ record(
  "get-historical-orders-params",
  fields,
  { spec: "document 1, Endpoints, Orders by id; document 2, Endpoints, Coin-margined batch query" },
);

/** Decoded {@link getHistoricalOrdersParams}. */
export interface GetHistoricalOrdersParams extends RecordValue<typeof fields> {}

/** What a caller passes as {@link getHistoricalOrdersParams}: plain text where the decoded form is branded. */
export interface GetHistoricalOrdersInput extends InputFields<GetHistoricalOrdersParams> {}
