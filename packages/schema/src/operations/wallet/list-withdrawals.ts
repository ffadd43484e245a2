import { withdrawalFilter } from "../../enums/withdrawal-filter.js";
import { coinSymbol, count } from "../../records/scalars.js";
import { withdrawal } from "../../records/withdrawal.js";
import { list, optional, record, required } from "../../shape/composite.js";
import { closed } from "../../shape/enumeration.js";
import { type OperationOf, operation } from "../../shape/operation.js";
import { integer } from "../../shape/scalar.js";
import type { InputFields, RecordOf, RecordValue } from "../../shape/value.js";
import { signedCodes } from "../code-groups.js";
import { pageNumber } from "../queries/paging.js";

const paramFields = {
  /** How far they came; absent: all. These are not the status codes of the records. */
  filter: optional("filter_type", closed(withdrawalFilter)),
  /** The coin; absent: all. */
  coin: optional("coin_symbol", coinSymbol),
  /** The page, from 1. */
  page: required("page", pageNumber),
  /** Records on a page. */
  size: required("size", integer({ min: 1, max: 50 })),
};

/** Which withdrawals to list. */
export const listWithdrawalsParams: RecordOf<typeof paramFields, ListWithdrawalsParams> = /* @__PURE__ */ record(
  "list-withdrawals-params",
  paramFields,
  { spec: "document 2, Endpoints, Wallet and spot account" },
);

/** Decoded {@link listWithdrawalsParams}. */
export interface ListWithdrawalsParams extends RecordValue<typeof paramFields> {}

/** What a caller passes as {@link listWithdrawalsParams}: plain text where the decoded form is branded. */
export interface ListWithdrawalsInput extends InputFields<ListWithdrawalsParams> {}

const resultFields = {
  /** Records on this page; one more when there is a next page. */
  count: required("count", count),
  /** The page, from 1. */
  page: required("page", pageNumber),
  /** The withdrawals. */
  items: required("items", list(withdrawal)),
};

/** A page of withdrawals. */
export const withdrawalPage: RecordOf<typeof resultFields, WithdrawalPage> = /* @__PURE__ */ record(
  "withdrawal-page",
  resultFields,
  {
    spec: "document 2, Endpoints, Wallet and spot account",
  },
);

/** Decoded {@link withdrawalPage}. */
export interface WithdrawalPage extends RecordValue<typeof resultFields> {}

/** Lists withdrawals, page by page. */
export const listWithdrawals: OperationOf<typeof listWithdrawalsParams, typeof withdrawalPage, ListWithdrawalsInput> =
  /* @__PURE__ */ operation("listWithdrawals", {
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
