import { orderSide } from "../../enums/order-side.js";
import { pair } from "../../names/pair.js";
import { order } from "../../records/order.js";
import { count } from "../../records/scalars.js";
import { list, optional, record, required } from "../../shape/composite.js";
import { closed } from "../../shape/enumeration.js";
import { operation } from "../../shape/operation.js";
import type { ValueOf } from "../../shape/value.js";
import { pairCodes, signedCodes } from "../code-groups.js";
import { pageNumber, pageSize } from "../queries/paging.js";

/**
 * Which open orders to list.
 *
 * @spec document 1, Endpoints, Query order list; field note 23
 */
export const getOpenOrdersParams = record(
  "get-open-orders-params",
  {
    /** The contract; absent: all. */
    pair: optional("pair", pair),
    /** What they do to a position. The table requires it, so all four sides take four calls. */
    side: required("order_side", closed(orderSide)),
    /** The page, from 1; not documented, seen. */
    page: optional("page", pageNumber),
    /** Orders on a page; not documented, seen. */
    size: optional("size", pageSize),
  },
  { spec: "document 1, Endpoints, Query order list; field note 23" },
);

/** Decoded {@link getOpenOrdersParams}. */
export type GetOpenOrdersParams = ValueOf<typeof getOpenOrdersParams>;

/**
 * A page of open orders.
 *
 * @spec document 1, Endpoints, Query order list; field note 23
 */
export const openOrderPage = record(
  "open-order-page",
  {
    /** The page. */
    page: required("p", count),
    /** How many orders there are in all. */
    total: required("t", count),
    /** The orders. */
    orders: required("o", list(order)),
  },
  { spec: "document 1, Endpoints, Query order list; field note 23" },
);

/** Decoded {@link openOrderPage}. */
export type OpenOrderPage = ValueOf<typeof openOrderPage>;

/**
 * Lists the orders of one side that wait or are partly traded.
 *
 * @spec document 1, Endpoints, Query order list; field note 23
 */
export const getOpenOrders = operation("getOpenOrders", {
  path: "/v3/cbu/order/list",
  auth: "signed-headers",
  permission: "read",
  params: getOpenOrdersParams,
  result: openOrderPage,
  codes: [...signedCodes, ...pairCodes],
  purpose: "read",
  repeat: "freely",
  spec: "document 1, Endpoints, Query order list; field note 23",
});
