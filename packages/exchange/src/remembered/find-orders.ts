import type { AccountId } from "../account/account-id.js";
import type { FinishedOrder } from "../order/order-record.js";
import { clientIdKey, type OrderHead, orderKeys, readOrderHead } from "./order-codec.js";
import type { RememberedRecords } from "./remembered.js";

/** A user's order that has ended, by its id; nothing when nobody remembers it. */
export function finishedOrder({ orders }: RememberedRecords, id: number): FinishedOrder | undefined {
  return orders.only(orderKeys.id, id);
}

/** Ids of an account's orders that have ended and of which `fits` is true. In no order that means anything. */
export function finishedOrderIds(
  { orders }: RememberedRecords,
  account: AccountId,
  fits: (order: OrderHead) => boolean,
): number[] {
  const ids: number[] = [];
  orders.visit(orderKeys.account, account, (_, reader) => {
    const head = readOrderHead(reader, orders.texts);
    if (fits(head)) {
      ids.push(head.id);
    }
  });
  return ids;
}

/** An account's orders that have ended and had this client id, the latest to end first. @param max so many at most */
export function finishedWithClientId(
  { orders }: RememberedRecords,
  account: AccountId,
  clientOrderId: string,
  max: number,
): readonly FinishedOrder[] {
  const found: FinishedOrder[] = [];
  for (const number of orders.each(orderKeys.clientOrderId, clientIdKey(account, clientOrderId))) {
    if (found.length >= max) {
      break;
    }
    const order = orders.get(number);
    if (order.account === account && order.clientOrderId === clientOrderId) {
      found.push(order);
    }
  }
  return found;
}
