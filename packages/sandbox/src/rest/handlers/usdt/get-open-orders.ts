import { viewAccount } from "@depthwire/exchange/internal";
import { usdt } from "@depthwire/schema";
import { closed, optional, orderSide, record } from "@depthwire/schema/internal";
import { type Handler, Refusal, tolerantHandler } from "../../handler.js";
import { pageOf } from "../paging.js";
import { contractOfFamily } from "../trading-market.js";

/** Deployments answer all sides at once. @spec field note 23 */
const params = record(
  usdt.getOpenOrders.params.name,
  { ...usdt.getOpenOrders.params.fields, side: optional("order_side", closed(orderSide)) },
  { spec: "field note 23" },
);

/**
 * Lists waiting orders, newest first; without a size all of them are on the first page.
 *
 * @spec document 1, Endpoints, Query order list; field note 23
 */
export const getOpenOrders: Handler = tolerantHandler(usdt.getOpenOrders, params, (query, account, services) => {
  const { pair, side } = query;
  const family = "usdt-margined";
  const market = pair === undefined ? undefined : contractOfFamily(services, family, pair);
  if (market instanceof Refusal) {
    return market;
  }
  const { exchange } = services.host;
  const wanted = viewAccount(exchange.state, account)
    .openOrders.filter((order) => exchange.market(order.pair)?.family === family)
    .filter((order) => (pair ?? order.pair) === order.pair && (side ?? order.side) === order.side)
    .map((order) => ({ ...order, userId: String(account) }));
  const { count, page, items } = pageOf(wanted, { size: Math.max(1, wanted.length), ...query });
  return { page, total: count, orders: items };
});
