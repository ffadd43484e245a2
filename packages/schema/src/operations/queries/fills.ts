import { fill } from "../../records/fill.js";
import { count, orderIdAsInteger } from "../../records/scalars.js";
import { list, record, required } from "../../shape/composite.js";
import type { ValueOf } from "../../shape/value.js";
import { pageNumber, pageSize } from "./paging.js";

/**
 * Which order's fills to list.
 *
 * @spec document 1, Endpoints, Order fills; document 2, Endpoints, Coin-margined batch query
 */
export const listFillsParams = record(
  "list-fills-params",
  {
    /** The order; a bare 64-bit integer on the wire. */
    orderId: required("orderId", orderIdAsInteger),
    /** The page, from 1. */
    page: required("page", pageNumber),
    /** Records on a page. */
    size: required("size", pageSize),
  },
  { spec: "document 1, Endpoints, Order fills; document 2, Endpoints, Coin-margined batch query" },
);

/** Decoded {@link listFillsParams}. */
export type ListFillsParams = ValueOf<typeof listFillsParams>;

/**
 * A page of fills.
 *
 * @spec document 1, Endpoints, Order fills; document 2, Endpoints, Coin-margined batch query
 */
export const fillPage = record(
  "fill-page",
  {
    /** How many records there are in all; what exactly is counted is not documented, so paging goes on while a page is full. */
    count: required("count", count),
    /** The page, from 1. */
    page: required("page", pageNumber),
    /** The fills. */
    items: required("items", list(fill)),
  },
  { spec: "document 1, Endpoints, Order fills; document 2, Endpoints, Coin-margined batch query" },
);

/** Decoded {@link fillPage}. */
export type FillPage = ValueOf<typeof fillPage>;
