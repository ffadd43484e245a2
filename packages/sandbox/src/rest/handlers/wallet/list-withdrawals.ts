import { listWithdrawals as withdrawals } from "@depthwire/exchange/internal";
import { wallet } from "@depthwire/schema";
import { optional, pageNumber, record } from "@depthwire/schema/internal";
import { type Handler, tolerantHandler } from "../../handler.js";
import { usualPageSize } from "../paging.js";

const { name, fields } = wallet.listWithdrawals.params;
const page = { page: optional("page", pageNumber), size: optional("size", fields.size.shape) };
const params = record(name, { ...fields, ...page }, { spec: "field note 26" });

/**
 * The user's withdrawals, newest first. The filter's codes are not those of the records: it tells stages apart.
 *
 * @spec document 2, Endpoints, Wallet and spot account; document 2, States; field note 26
 */
export const listWithdrawals: Handler = tolerantHandler(wallet.listWithdrawals, params, (query, account, { host }) =>
  withdrawals(host.exchange.state, account, {
    coin: query.coin,
    filter: query.filter,
    page: query.page ?? 1,
    size: query.size ?? usualPageSize,
  }),
);
