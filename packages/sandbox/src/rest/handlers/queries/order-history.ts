import { findOrders, type MarketFamily, readOrders, viewHistory } from "@depthwire/exchange/internal";
import type { coin, usdt } from "@depthwire/schema";
import { listOrderHistoryParams, optional, pageNumber, pageSize, record } from "@depthwire/schema/internal";
import { type Handler, Refusal, tolerantHandler } from "../../handler.js";
import { pageOf } from "../paging.js";
import { contractOfFamily } from "../trading-market.js";

const page = { page: optional("page", pageNumber), size: optional("size", pageSize) };
const params = record(
  listOrderHistoryParams.name,
  { ...listOrderHistoryParams.fields, ...page },
  { spec: "field note 26" },
);

/** Lists orders of a family, newest first, waiting ones too. */
export function orderHistoryHandler(
  operation: typeof usdt.listOrderHistory | typeof coin.listOrderHistory,
  family: MarketFamily,
): Handler {
  return tolerantHandler(operation, params, (query, account, services) => {
    const { page: _page, size: _size, ...filter } = query;
    const market = filter.pair === undefined ? undefined : contractOfFamily(services, family, filter.pair);
    if (market instanceof Refusal) {
      return market;
    }
    const { state } = services.host.exchange;
    const { items, ...counted } = pageOf(findOrders(state, { ...filter, account, family }), query);
    return { ...counted, items: viewHistory(state, readOrders(state, items)) };
  });
}
