import type { OrderRecord } from "../order/order-record.js";
import type { ExchangeState } from "./exchange-state.js";

/** Forgetting is done in batches of this part of what is kept, so that it costs nothing per record. */
const batchPart = 16;

function forgetOldest(finished: number[], kept: number, forget: (id: number) => void): void {
  if (finished.length <= kept + Math.ceil(kept / batchPart)) {
    return;
  }
  for (const id of finished.splice(0, finished.length - kept)) {
    forget(id);
  }
}

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

/** Remembers an order from now on, by its number and by its owner's. */
export function rememberOrder(state: ExchangeState, record: OrderRecord): void {
  const { id, account, clientOrderId } = record;
  state.orders.set(id, record);
  const clientIds = state.users.get(account)?.clientIds;
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

/** Forgets the finished orders, plans, deposits and withdrawals that ended first when there are too many. What waits is never forgotten. */
export function forgetFinished(state: ExchangeState): void {
  const { orders, plans, wallet, keptRecords, finished } = state;
  forgetOldest(finished.orders, keptRecords, (id) => {
    const record = orders.get(id);
    orders.delete(id);
    if (record !== undefined) {
      forgetClientId(state, record);
    }
  });
  forgetOldest(finished.plans, keptRecords, (id) => plans.delete(id));
  forgetOldest(finished.deposits, keptRecords, (id) => wallet.deposits.delete(id));
  forgetOldest(finished.withdrawals, keptRecords, (id) => wallet.withdrawals.delete(id));
}
