import type { OrderRecord } from "../order/order-record.js";
import type { ExchangeState } from "./exchange-state.js";

function forgetClientId(state: ExchangeState, { id, account, clientOrderId }: OrderRecord): void {
  const user = clientOrderId === undefined ? undefined : state.users.get(account);
  if (user === undefined || clientOrderId === undefined) {
    return;
  }
  const others = user.clientIds.get(clientOrderId)?.filter((one) => one !== id) ?? [];
  if (others.length === 0) {
    user.clientIds.delete(clientOrderId);
  } else {
    user.clientIds.set(clientOrderId, others);
  }
}

/** An order is found from now on by the number that its owner gave it. */
export function noteClientId(state: ExchangeState, { id, account, clientOrderId }: OrderRecord): void {
  const clientIds = clientOrderId === undefined ? undefined : state.users.get(account)?.clientIds;
  if (clientOrderId === undefined || clientIds === undefined) {
    return;
  }
  const known = clientIds.get(clientOrderId);
  if (known === undefined) {
    clientIds.set(clientOrderId, [id]);
  } else {
    known.push(id);
  }
}

/** A user's order that waits, or has ended in the present command; nothing for one of the house. */
export function currentOrder({ openOrders, finished }: ExchangeState, id: number): OrderRecord | undefined {
  return openOrders.get(id)?.record ?? finished.orders.find((record) => record.id === id);
}

/** Every user's order that waits, in the order in which they began to. */
export function waitingOrders({ openOrders }: ExchangeState): readonly OrderRecord[] {
  return [...openOrders.values()].flatMap(({ record }) => record ?? []);
}

/** Hands every record that has ended over, once, in the order in which they ended. */
function takeEnded<Entry>(ended: number[], waiting: Map<number, Entry>, take: (record: Entry) => void): void {
  if (ended.length === 0) {
    return;
  }
  for (const id of ended) {
    const record = waiting.get(id);
    waiting.delete(id);
    if (record !== undefined) {
      take(record);
    }
  }
  ended.length = 0;
}

/** Packs what has ended in a command, and forgets what ended first when too much is remembered. What waits is never forgotten. */
export function packFinished(state: ExchangeState): void {
  const { plans, wallet, finished, remembered } = state;
  if (finished.orders.length > 0) {
    for (const record of finished.orders) {
      remembered.orders.append(record);
      forgetClientId(state, record);
    }
    finished.orders.length = 0;
  }
  takeEnded(finished.plans, plans, (plan) => remembered.plans.append(plan));
  takeEnded(finished.deposits, wallet.deposits, (record) => remembered.deposits.append(record));
  takeEnded(finished.withdrawals, wallet.withdrawals, (record) => remembered.withdrawals.append(record));
}
