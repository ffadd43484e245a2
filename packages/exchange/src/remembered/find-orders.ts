import type { AccountId } from "../account/account-id.js";
import type { FinishedOrder } from "../order/order-record.js";
import { clientIdKey, type OrderHead, orderKeys, readOrderHead } from "./order-codec.js";
import type { RememberedRecords } from "./remembered.js";

/** Where an order stands: reading it needs no look-up. */
export interface FoundOrder {
  readonly id: number;
  /** Number of its record among those that are remembered; absent: it waits. */
  readonly record: number | undefined;
}

/** A user's order that has ended, by its id; nothing when nobody remembers it. */
export function finishedOrder({ orders }: RememberedRecords, id: number): FinishedOrder | undefined {
  return orders.only(orderKeys.id, id);
}

/** An account's orders that have ended and of which `fits` is true. In no order that means anything. */
export function finishedOrders(
  { orders }: RememberedRecords,
  account: AccountId,
  fits: (order: OrderHead) => boolean,
): readonly FoundOrder[] {
  return orders.find(orderKeys.account, account).flatMap((record) => {
    const head = readOrderHead(orders.reader(record), orders.texts);
    return fits(head) ? [{ id: head.id, record }] : [];
  });
}

/** An account's orders that have ended and had this client id. In no order that means anything. */
export function finishedWithClientId(
  { orders }: RememberedRecords,
  account: AccountId,
  clientOrderId: string,
): readonly FinishedOrder[] {
  return orders
    .find(orderKeys.clientOrderId, clientIdKey(account, clientOrderId))
    .map((number) => orders.get(number))
    .filter((order) => order.account === account && order.clientOrderId === clientOrderId);
}
