import { pair } from "../../names/pair.js";
import { positionChange } from "../../records/position-change.js";
import { count } from "../../records/scalars.js";
import { list, record, required } from "../../shape/composite.js";
import type { ValueOf } from "../../shape/value.js";
import { pageNumber, pageSize } from "./paging.js";

/**
 * Which changes of positions to list.
 *
 * @spec document 1, Endpoints, Position change records; document 2, Endpoints, Coin-margined batch query
 */
export const listPositionChangesParams = record(
  "list-position-changes-params",
  {
    /** The contract. */
    pair: required("pair", pair),
    /** The page, from 1. */
    page: required("page", pageNumber),
    /** Records on a page. */
    size: required("size", pageSize),
  },
  { spec: "document 1, Endpoints, Position change records; document 2, Endpoints, Coin-margined batch query" },
);

/** Decoded {@link listPositionChangesParams}. */
export type ListPositionChangesParams = ValueOf<typeof listPositionChangesParams>;

/**
 * A page of position changes.
 *
 * @spec document 1, Endpoints, Position change records; document 2, Endpoints, Coin-margined batch query
 */
export const positionChangePage = record(
  "position-change-page",
  {
    /** How many records there are in all; what exactly is counted is not documented, so paging goes on while a page is full. */
    count: required("count", count),
    /** The page, from 1. */
    page: required("page", pageNumber),
    /** The changes. */
    items: required("items", list(positionChange)),
  },
  { spec: "document 1, Endpoints, Position change records; document 2, Endpoints, Coin-margined batch query" },
);

/** Decoded {@link positionChangePage}. */
export type PositionChangePage = ValueOf<typeof positionChangePage>;
