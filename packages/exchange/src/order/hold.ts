import type { Holding } from "../account/user.js";
import type { ExchangeState } from "../state/exchange-state.js";
import { type OrderRecord, opens, positionSideOf } from "./order-record.js";

/** What waits of an order on the side that it changes has grown, or shrunk, by a quantity. */
function addWaiting(holding: Holding, { side }: OrderRecord, quantity: number): void {
  const position = holding[positionSideOf(side)];
  if (opens(side)) {
    position.opening += quantity;
  } else {
    position.closing += quantity;
  }
}

/** An order of the holding's owner begins to wait, or to look for counterparts. */
export function addOrder(holding: Holding, record: OrderRecord): void {
  holding.orders.set(record.id, record);
  holding.frozen += record.frozenTotal;
  addWaiting(holding, record, record.quantity);
}

/** So much of an order has traded. */
export function takeTraded(holding: Holding, record: OrderRecord, quantity: number): void {
  addWaiting(holding, record, -quantity);
}

/** An order has ended. What it holds back it lets go by itself. */
export function endOrder({ finished }: ExchangeState, holding: Holding, record: OrderRecord): void {
  finished.orders.push(record.id);
  holding.orders.delete(record.id);
  addWaiting(holding, record, record.filled - record.quantity);
}
