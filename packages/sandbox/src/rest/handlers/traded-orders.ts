import { type AccountId, findOrder, type OrderView } from "@depthwire/exchange/internal";
import type { RestServices } from "../rest-services.js";

/** An order as its record on the wire names it. */
export interface TradedOrder extends OrderView {
  readonly userId: string;
}

/** USDT-margined orders of an account by their ids. */
export function findTradedOrders(
  { host }: RestServices,
  account: AccountId,
  orderIds: readonly string[],
): readonly TradedOrder[] {
  const { exchange } = host;
  return [...new Set(orderIds)]
    .flatMap((id) => findOrder(exchange.state, account, id) ?? [])
    .filter((order) => exchange.market(order.pair)?.family === "usdt-margined")
    .map((order) => ({ ...order, userId: String(account) }));
}
