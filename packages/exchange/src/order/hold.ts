import { positionOf } from "../account/user.js";
import { addLoss } from "../account/waiting-losses.js";
import type { ExchangeState } from "../state/exchange-state.js";
import type { HoldingSite } from "../state/site.js";
import { type OrderRecord, opens } from "./order-record.js";

/** What waits of an order on the side that it changes has grown, or shrunk, by a quantity. */
function addWaiting({ contract, holding }: HoldingSite, { side, price }: OrderRecord, quantity: number): void {
  const position = positionOf(holding, side);
  if (opens(side)) {
    position.opening += quantity;
  } else {
    position.closing += quantity;
  }
  addLoss(contract, holding, { side, price, quantity });
}

/** An order of the holding's owner begins to look for counterparts. What is left of it afterwards waits: {@link holdWaiting}. */
export function addOrder(site: HoldingSite, record: OrderRecord): void {
  addWaiting(site, record, record.quantity);
}

/** An order waits from now on. Until then nobody looks for it among those that do, and many are filled before. */
export function holdWaiting({ holding }: HoldingSite, record: OrderRecord): void {
  holding.orders.set(record.id, record);
}

/** So much of an order has traded. */
export function takeTraded(site: HoldingSite, record: OrderRecord, quantity: number): void {
  addWaiting(site, record, -quantity);
}

/** An order has ended. What it holds back it lets go by itself. */
export function endOrder({ finished }: ExchangeState, site: HoldingSite, record: OrderRecord): void {
  finished.orders.push(record);
  site.holding.orders.delete(record.id);
  if (record.filled < record.quantity) {
    addWaiting(site, record, record.filled - record.quantity);
  }
}
