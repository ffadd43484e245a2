import { depositFilter } from "../../enums/deposit-filter.js";
import { deposit } from "../../records/deposit.js";
import { coinSymbol, count } from "../../records/scalars.js";
import { list, optional, record, required } from "../../shape/composite.js";
import { closed } from "../../shape/enumeration.js";
import { type OperationOf, operation } from "../../shape/operation.js";
import { integer } from "../../shape/scalar.js";
import type { InputFields, RecordOf, RecordValue } from "../../shape/value.js";
import { signedCodes } from "../code-groups.js";
import { pageNumber } from "../queries/paging.js";

const paramFields = {
  /** How far they came; absent: all. */
  filter: optional("filter_type", closed(depositFilter), { assumed: 0 }),
  /** The coin; absent: all. */
  coin: optional("coin_symbol", coinSymbol),
  /** The page, from 1. */
  page: required("page", pageNumber),
  /** Records on a page. */
  size: required("size", integer({ min: 1, max: 50 })),
};

/** Which deposits to list. */
export const listDepositsParams: RecordOf<typeof paramFields, ListDepositsParams> = /* @__PURE__ */ record(
  "list-deposits-params",
  paramFields,
  { spec: "document 2, Endpoints, Wallet and spot account" },
);

/** Decoded {@link listDepositsParams}. */
export interface ListDepositsParams extends RecordValue<typeof paramFields> {}

/** What a caller passes as {@link listDepositsParams}: plain text where the decoded form is branded. */
export interface ListDepositsInput extends InputFields<ListDepositsParams> {}

const resultFields = {
  /** Records on this page; one more when there is a next page. */
  count: required("count", count),
  /** The page, from 1. */
  page: required("page", pageNumber),
  /** The deposits. */
  items: required("items", list(deposit)),
};

/** A page of deposits. */
export const depositPage: RecordOf<typeof resultFields, DepositPage> = /* @__PURE__ */ record(
  "deposit-page",
  resultFields,
  {
    spec: "document 2, Endpoints, Wallet and spot account",
  },
);

/** Decoded {@link depositPage}. */
export interface DepositPage extends RecordValue<typeof resultFields> {}

/** Lists deposits, page by page. */
export const listDeposits: OperationOf<typeof listDepositsParams, typeof depositPage, ListDepositsInput> =
  /* @__PURE__ */ operation("listDeposits", {
    path: "/v3.1/transfer/transferInList",
    auth: "signed-headers",
    permission: "read",
    params: listDepositsParams,
    result: depositPage,
    codes: signedCodes,
    purpose: "read",
    repeat: "freely",
    spec: "document 2, Endpoints, Wallet and spot account",
  });
