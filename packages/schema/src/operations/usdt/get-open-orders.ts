import { orderSide } from "../../enums/order-side.js";
import { pair } from "../../names/pair.js";
import { order } from "../../records/order.js";
import { count } from "../../records/scalars.js";
import { list, optional, record, required } from "../../shape/composite.js";
import { closed } from "../../shape/enumeration.js";
import { type OperationOf, operation } from "../../shape/operation.js";
import type { InputFields, RecordOf, RecordValue } from "../../shape/value.js";
import { pairCodes, signedCodes } from "../code-groups.js";
import { pageNumber, pageSize } from "../queries/paging.js";

const paramFields = {
  /** The contract; absent: all. */
  pair: optional("pair", pair),
  /** What they do to a position. The table requires it, so all four sides take four calls. */
  side: required("order_side", closed(orderSide)),
  /** The page, from 1; not documented, seen. */
  page: optional("page", pageNumber),
  /** Orders on a page; not documented, seen. */
  size: optional("size", pageSize),
};

/** Which open orders to list. */
export const getOpenOrdersParams: RecordOf<typeof paramFields, GetOpenOrdersParams> = /* @__PURE__ */ record(
  "get-open-orders-params",
  paramFields,
  { spec: "document 1, Endpoints, Query order list; field note 23" },
);

/** Decoded {@link getOpenOrdersParams}. */
export interface GetOpenOrdersParams extends RecordValue<typeof paramFields> {}

/** What a caller passes as {@link getOpenOrdersParams}: plain text where the decoded form is branded. */
export interface GetOpenOrdersInput extends InputFields<GetOpenOrdersParams> {}

const resultFields = {
  /** The page. */
  page: required("p", count),
  /** How many orders there are in all. */
  total: required("t", count),
  /** The orders. */
  orders: required("o", list(order)),
};

/** A page of open orders. */
export const openOrderPage: RecordOf<typeof resultFields, OpenOrderPage> = /* @__PURE__ */ record(
  "open-order-page",
  resultFields,
  {
    spec: "document 1, Endpoints, Query order list; field note 23",
  },
);

/** Decoded {@link openOrderPage}. */
export interface OpenOrderPage extends RecordValue<typeof resultFields> {}

/** Lists the orders of one side that wait or are partly traded. */
export const getOpenOrders: OperationOf<typeof getOpenOrdersParams, typeof openOrderPage, GetOpenOrdersInput> =
  /* @__PURE__ */ operation("getOpenOrders", {
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
