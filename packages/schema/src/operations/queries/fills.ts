import { fill } from "../../records/fill.js";
import { count, orderIdAsInteger } from "../../records/scalars.js";
import { list, record, required } from "../../shape/composite.js";
import type { InputFields, RecordOf, RecordValue } from "../../shape/value.js";
import { pageNumber, pageSize } from "./paging.js";

const paramFields = {
  /** The order; a bare 64-bit integer on the wire. */
  orderId: required("orderId", orderIdAsInteger),
  /** The page, from 1. */
  page: required("page", pageNumber),
  /** Records on a page. */
  size: required("size", pageSize),
};

/** Which order's fills to list. */
export const listFillsParams: RecordOf<typeof paramFields, ListFillsParams> = /* @__PURE__ */ record(
  "list-fills-params",
  paramFields,
  {
    spec: "document 1, Endpoints, Order fills; document 2, Endpoints, Coin-margined batch query",
  },
);

/** Decoded {@link listFillsParams}. */
export interface ListFillsParams extends RecordValue<typeof paramFields> {}

/** What a caller passes as {@link listFillsParams}: plain text where the decoded form is branded. */
export interface ListFillsInput extends InputFields<ListFillsParams> {}

const resultFields = {
  /** How many records there are in all; what exactly is counted is not documented, so paging goes on while a page is full. */
  count: required("count", count),
  /** The page, from 1. */
  page: required("page", pageNumber),
  /** The fills. */
  items: required("items", list(fill)),
};

/** A page of fills. */
export const fillPage: RecordOf<typeof resultFields, FillPage> = /* @__PURE__ */ record("fill-page", resultFields, {
  spec: "document 1, Endpoints, Order fills; document 2, Endpoints, Coin-margined batch query",
});

/** Decoded {@link fillPage}. */
export interface FillPage extends RecordValue<typeof resultFields> {}
