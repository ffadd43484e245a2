import { withdrawalFilter } from "../../enums/withdrawal-filter.js";
import { coinSymbol, count } from "../../records/scalars.js";
import { withdrawal } from "../../records/withdrawal.js";
import { list, optional, record, required } from "../../shape/composite.js";
import { closed } from "../../shape/enumeration.js";
import { operation } from "../../shape/operation.js";
import { integer } from "../../shape/scalar.js";
import type { ValueOf } from "../../shape/value.js";
import { signedCodes } from "../code-groups.js";
import { pageNumber } from "../queries/paging.js";

/**
 * Which withdrawals to list.
 *
 * @spec document 2, Endpoints, Wallet and spot account
 */
export const listWithdrawalsParams = record(
  "list-withdrawals-params",
  {
    /** How far they came; absent: all. These are not the status codes of the records. */
    filter: optional("filter_type", closed(withdrawalFilter)),
    /** The coin; absent: all. */
    coin: optional("coin_symbol", coinSymbol),
    /** The page, from 1. */
    page: required("page", pageNumber),
    /** Records on a page. */
    size: required("size", integer({ min: 1, max: 50 })),
  },
  { spec: "document 2, Endpoints, Wallet and spot account" },
);

/** Decoded {@link listWithdrawalsParams}. */
export type ListWithdrawalsParams = ValueOf<typeof listWithdrawalsParams>;

/**
 * A page of withdrawals.
 *
 * @spec document 2, Endpoints, Wallet and spot account
 */
export const withdrawalPage = record(
  "withdrawal-page",
  {
    /** Records on this page; one more when there is a next page. */
    count: required("count", count),
    /** The page, from 1. */
    page: required("page", pageNumber),
    /** The withdrawals. */
    items: required("items", list(withdrawal)),
  },
  { spec: "document 2, Endpoints, Wallet and spot account" },
);

/** Decoded {@link withdrawalPage}. */
export type WithdrawalPage = ValueOf<typeof withdrawalPage>;

/**
 * Lists withdrawals, page by page.
 *
 * @spec document 2, Endpoints, Wallet and spot account
 */
export const listWithdrawals = operation("listWithdrawals", {
  path: "/v3.1/transfer/transferOutList",
  auth: "signed-headers",
  permission: "read",
  params: listWithdrawalsParams,
  result: withdrawalPage,
  codes: signedCodes,
  purpose: "read",
  repeat: "freely",
  spec: "document 2, Endpoints, Wallet and spot account",
});
