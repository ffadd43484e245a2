import { listDeposits as deposits } from "@depthwire/exchange/internal";
import { wallet } from "@depthwire/schema";
import { optional, pageNumber, record } from "@depthwire/schema/internal";
import { type Handler, tolerantHandler } from "../../handler.js";
import { usualPageSize } from "../paging.js";

const { name, fields } = wallet.listDeposits.params;
const page = { page: optional("page", pageNumber), size: optional("size", fields.size.shape) };
const params = record(name, { ...fields, ...page }, { spec: "field note 26" });

/**
 * The user's deposits, newest first.
 *
 * @spec document 2, Endpoints, Wallet and spot account; field note 26
 */
export const listDeposits: Handler = tolerantHandler(wallet.listDeposits, params, (query, account, { host }) =>
  deposits(host.exchange.state, account, {
    coin: query.coin,
    filter: query.filter === "all" ? undefined : query.filter,
    page: query.page ?? 1,
    size: query.size ?? usualPageSize,
  }),
);
