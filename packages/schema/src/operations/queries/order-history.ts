import { orderSide } from "../../enums/order-side.js";
import { orderStatus } from "../../enums/order-status.js";
import { pair } from "../../names/pair.js";
import { historicalOrder } from "../../records/historical-order.js";
import { count } from "../../records/scalars.js";
import { list, optional, record, required } from "../../shape/composite.js";
import { closed } from "../../shape/enumeration.js";
import type { ValueOf } from "../../shape/value.js";
import { pageNumber, pageSize } from "./paging.js";

/**
 * Which orders of the past to list.
 *
 * @spec document 1, Endpoints, Historical orders; document 2, Endpoints, Coin-margined batch query
 */
export const listOrderHistoryParams = record(
  "list-order-history-params",
  {
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
  },
  { spec: "document 1, Endpoints, Historical orders; document 2, Endpoints, Coin-margined batch query" },
);

/** Decoded {@link listOrderHistoryParams}. */
export type ListOrderHistoryParams = ValueOf<typeof listOrderHistoryParams>;

/**
 * A page of orders.
 *
 * @spec document 1, Endpoints, Historical orders; document 2, Endpoints, Coin-margined batch query
 */
export const historicalOrderPage = record(
  "historical-order-page",
  {
    /** How many records there are in all; what exactly is counted is not documented, so paging goes on while a page is full. */
    count: required("count", count),
    /** The page, from 1. */
    page: required("page", pageNumber),
    /** The orders. */
    items: required("items", list(historicalOrder)),
  },
  { spec: "document 1, Endpoints, Historical orders; document 2, Endpoints, Coin-margined batch query" },
);

/** Decoded {@link historicalOrderPage}. */
export type HistoricalOrderPage = ValueOf<typeof historicalOrderPage>;
