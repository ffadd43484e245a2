import { pair } from "../../names/pair.js";
import { positionChange } from "../../records/position-change.js";
import { count } from "../../records/scalars.js";
import { list, record, required } from "../../shape/composite.js";
import type { InputFields, RecordOf, RecordValue } from "../../shape/value.js";
import { pageNumber, pageSize } from "./paging.js";

const paramFields = {
  /** The contract. */
  pair: required("pair", pair),
  /** The page, from 1. */
  page: required("page", pageNumber),
  /** Records on a page. */
  size: required("size", pageSize),
};

/** Which changes of positions to list. */
export const listPositionChangesParams: RecordOf<typeof paramFields, ListPositionChangesParams> =
  /* @__PURE__ */ record("list-position-changes-params", paramFields, {
    spec: "document 1, Endpoints, Position change records; document 2, Endpoints, Coin-margined batch query",
  });

/** Decoded {@link listPositionChangesParams}. */
export interface ListPositionChangesParams extends RecordValue<typeof paramFields> {}

/** What a caller passes as {@link listPositionChangesParams}: plain text where the decoded form is branded. */
export interface ListPositionChangesInput extends InputFields<ListPositionChangesParams> {}

const resultFields = {
  /** How many records there are in all; what exactly is counted is not documented, so paging goes on while a page is full. */
  count: required("count", count),
  /** The page, from 1. */
  page: required("page", pageNumber),
  /** The changes. */
  items: required("items", list(positionChange)),
};

/** A page of position changes. */
export const positionChangePage: RecordOf<typeof resultFields, PositionChangePage> = /* @__PURE__ */ record(
  "position-change-page",
  resultFields,
  { spec: "document 1, Endpoints, Position change records; document 2, Endpoints, Coin-margined batch query" },
);

/** Decoded {@link positionChangePage}. */
export interface PositionChangePage extends RecordValue<typeof resultFields> {}
