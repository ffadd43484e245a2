import { orderSide } from "../../enums/order-side.js";
import { orderStatus } from "../../enums/order-status.js";
import { pair } from "../../names/pair.js";
import { historicalOrder } from "../../records/historical-order.js";
import { count } from "../../records/scalars.js";
import { list, optional, record, required } from "../../shape/composite.js";
import { closed } from "../../shape/enumeration.js";
import type { InputFields, RecordOf, RecordValue } from "../../shape/value.js";
import { pageNumber, pageSize } from "./paging.js";

const paramFields = {
  /** The contract; absent: all. */
  pair: optional("pair", pair),
  /** The page, from 1. */
  page: required("page", pageNumber),
  /** Records on a page. */
  size: required("size", pageSize),
  /** What the orders did to a position; absent: all. */
  side: optional("side", closed(orderSide)),
  /** How far the orders came; absent: all. */
  status: optional("status", list(closed(orderStatus))),
};

/** Which orders of the past to list. */
export const listOrderHistoryParams: RecordOf<typeof paramFields, ListOrderHistoryParams> = /* @__PURE__ */ record(
  "list-order-history-params",
  paramFields,
  { spec: "document 1, Endpoints, Historical orders; document 2, Endpoints, Coin-margined batch query" },
);

/** Decoded {@link listOrderHistoryParams}. */
export interface ListOrderHistoryParams extends RecordValue<typeof paramFields> {}

/** What a caller passes as {@link listOrderHistoryParams}: plain text where the decoded form is branded. */
export interface ListOrderHistoryInput extends InputFields<ListOrderHistoryParams> {}

const resultFields = {
  /** How many records there are in all; what exactly is counted is not documented, so paging goes on while a page is full. */
  count: required("count", count),
  /** The page, from 1. */
  page: required("page", pageNumber),
  /** The orders. */
  items: required("items", list(historicalOrder)),
};

/** A page of orders. */
export const historicalOrderPage: RecordOf<typeof resultFields, HistoricalOrderPage> = /* @__PURE__ */ record(
  "historical-order-page",
  resultFields,
  { spec: "document 1, Endpoints, Historical orders; document 2, Endpoints, Coin-margined batch query" },
);

/** Decoded {@link historicalOrderPage}. */
export interface HistoricalOrderPage extends RecordValue<typeof resultFields> {}
