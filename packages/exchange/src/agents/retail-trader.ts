import { indexUnits } from "../market/index-price.js";
import { agentAccounts, type RetailState } from "./agents-state.js";
import { type Desk, sendLimit, withdraw } from "./desk.js";
import { happens, nextHeavyTail, nextInteger } from "./random-state.js";

/** Most orders that private people have in one market. */
const maxOrders = 60;

const placeChance = 0.25;
const cancelChance = 0.12;

/** Nearest and farthest order, relative to the index. */
const nearest = 0.000_15;
const farthest = 0.02;

/** The private people's turn: now and then an order comes or goes, mostly near the price. */
export function actRetail(desk: Desk, retail: RetailState): void {
  const { random, market } = desk;
  const { orderIds } = retail;
  if (orderIds.length > 0 && (happens(random, cancelChance) || orderIds.length >= maxOrders)) {
    const [orderId] = orderIds.splice(nextInteger(random, orderIds.length), 1);
    if (orderId !== undefined) {
      withdraw(desk, agentAccounts.retail, orderId);
    }
  }
  if (!happens(random, placeChance)) {
    return;
  }
  const direction = happens(random, 0.5) ? "buy" : "sell";
  const away = Math.min(farthest, nearest * nextHeavyTail(random, 1000));
  const price = indexUnits(market.index);
  const limit = direction === "buy" ? Math.floor(price * (1 - away)) : Math.ceil(price * (1 + away));
  if (limit < 1) {
    return;
  }
  const size = 0.1 * nextHeavyTail(random, 30);
  const quantity = market.market.typicalQuantity * size;
  const orderId = sendLimit(desk, agentAccounts.retail, { direction, price: limit, quantity });
  if (desk.state.openOrders.has(orderId)) {
    orderIds.push(orderId);
  }
}
