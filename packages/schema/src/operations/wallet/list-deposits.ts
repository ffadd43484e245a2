import { depositFilter } from "../../enums/deposit-filter.js";
import { deposit } from "../../records/deposit.js";
import { coinSymbol, count } from "../../records/scalars.js";
import { list, optional, record, required } from "../../shape/composite.js";
import { closed } from "../../shape/enumeration.js";
import { operation } from "../../shape/operation.js";
import { integer } from "../../shape/scalar.js";
import type { ValueOf } from "../../shape/value.js";
import { signedCodes } from "../code-groups.js";
import { pageNumber } from "../queries/paging.js";

/**
 * Which deposits to list.
 *
 * @spec document 2, Endpoints, Wallet and spot account
 */
export const listDepositsParams = record(
  "list-deposits-params",
  {
    /** How far they came; absent: all. */
    filter: optional("filter_type", closed(depositFilter), { assumed: 0 }),
    /** The coin; absent: all. */
    coin: optional("coin_symbol", coinSymbol),
    /** The page, from 1. */
    page: required("page", pageNumber),
    /** Records on a page. */
    size: required("size", integer({ min: 1, max: 50 })),
  },
  { spec: "document 2, Endpoints, Wallet and spot account" },
);

/** Decoded {@link listDepositsParams}. */
export type ListDepositsParams = ValueOf<typeof listDepositsParams>;

/**
 * A page of deposits.
 *
 * @spec document 2, Endpoints, Wallet and spot account
 */
export const depositPage = record(
  "deposit-page",
  {
    /** Records on this page; one more when there is a next page. */
    count: required("count", count),
    /** The page, from 1. */
    page: required("page", pageNumber),
    /** The deposits. */
    items: required("items", list(deposit)),
  },
  { spec: "document 2, Endpoints, Wallet and spot account" },
);

/** Decoded {@link depositPage}. */
export type DepositPage = ValueOf<typeof depositPage>;

/**
 * Lists deposits, page by page.
 *
 * @spec document 2, Endpoints, Wallet and spot account
 */
export const listDeposits = operation("listDeposits", {
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
