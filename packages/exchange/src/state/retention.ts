import type { OrderRecord } from "../order/order-record.js";
import type { ExchangeState } from "./exchange-state.js";

function forgetClientId(state: ExchangeState, { id, account, clientOrderId }: OrderRecord): void {
  const user = state.users.get(account);
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

/** An order is found from now on, by its number and by its owner's. */
export function rememberOrder(state: ExchangeState, record: OrderRecord): void {
  const { id, account, clientOrderId } = record;
  state.orders.set(id, record);
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
  const { orders, plans, wallet, finished, remembered } = state;
  takeEnded(finished.orders, orders, (record) => {
    remembered.orders.append(record);
    forgetClientId(state, record);
  });
  takeEnded(finished.plans, plans, (plan) => remembered.plans.append(plan));
  takeEnded(finished.deposits, wallet.deposits, (record) => remembered.deposits.append(record));
  takeEnded(finished.withdrawals, wallet.withdrawals, (record) => remembered.withdrawals.append(record));
}
