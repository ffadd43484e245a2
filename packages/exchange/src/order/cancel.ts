import type { AccountId } from "../account/account-id.js";
import type { CancelAll, CancelOrder, CancelOrders } from "../command/command.js";
import type { ExchangeEvent } from "../event.js";
import type { ExchangeState } from "../exchange-state.js";
import type { RefusalReason } from "../refusal.js";
import { cancelResting } from "./cancel-resting.js";
import { isWaiting, type OrderRecord } from "./order-record.js";

function takeOut(state: ExchangeState, orderId: number, events: ExchangeEvent[]): boolean {
  const resting = state.openOrders.get(orderId);
  const market = resting === undefined ? undefined : state.markets.get(resting.pair);
  if (resting === undefined || market === undefined) {
    return false;
  }
  cancelResting(state, market, resting, "requested", events);
  return true;
}

/** Why an order cannot be cancelled, if so. The order of the questions is part of the answer. */
function refusalOf(record: OrderRecord): RefusalReason | undefined {
  if (record.type === "market") {
    return "market-order";
  }
  if (!isWaiting(record)) {
    return "order-finished";
  }
  return record.cancelDueAtMs === undefined ? undefined : "cancel-pending";
}

function cancelOne(
  state: ExchangeState,
  command: CancelOrder | CancelOrders | CancelAll,
  orderId: number,
  events: ExchangeEvent[],
): void {
  const { kind, account } = command;
  const refuse = (reason: RefusalReason): void => {
    events.push({ kind: "command-refused", command: kind, account, reason, orderId });
  };
  const record = state.orders.get(orderId);
  if (record === undefined) {
    // The house's orders have no record and no delay.
    if (state.openOrders.get(orderId)?.account !== account || !takeOut(state, orderId, events)) {
      refuse("unknown-order");
    }
    return;
  }
  const reason = record.account === account ? refusalOf(record) : "unknown-order";
  if (reason !== undefined) {
    refuse(reason);
    return;
  }
  const dueAtMs = state.now + state.cancelDelayMs;
  events.push({ kind: "cancel-accepted", account, orderId, dueAtMs });
  record.cancelDueAtMs = dueAtMs;
  if (state.cancelDelayMs === 0) {
    takeOut(state, orderId, events);
  } else {
    state.cancelling.push(record);
  }
}

/** Cancels an order of the account. Another account's order is as unknown as one that never was. */
export function cancelOrder(state: ExchangeState, command: CancelOrder, events: ExchangeEvent[]): void {
  cancelOne(state, command, command.orderId, events);
}

/** Cancels several orders; each is answered on its own. */
export function cancelOrders(state: ExchangeState, command: CancelOrders, events: ExchangeEvent[]): void {
  for (const orderId of command.orderIds) {
    cancelOne(state, command, orderId, events);
  }
}

/** Cancels what a user has waiting in a market and has not asked to cancel before. */
export function cancelAll(state: ExchangeState, command: CancelAll, events: ExchangeEvent[]): void {
  const { kind, account, pair } = command;
  if (!state.markets.has(pair)) {
    events.push({ kind: "command-refused", command: kind, account, reason: "unknown-pair" });
    return;
  }
  for (const { id, cancelDueAtMs } of state.users.get(account)?.holdings.get(pair)?.orders.values() ?? []) {
    if (cancelDueAtMs === undefined) {
      cancelOne(state, command, id, events);
    }
  }
}

/** A cancellation takes effect, unless the order was filled first. */
export function completeCancel(state: ExchangeState, record: OrderRecord, events: ExchangeEvent[]): void {
  if (takeOut(state, record.id, events)) {
    return;
  }
  const { account, id: orderId } = record;
  events.push({ kind: "command-refused", command: "cancel-order", account, reason: "order-finished", orderId });
}

/** Cancels an agent's own order by id, if it still waits. */
export function withdrawOrder(
  state: ExchangeState,
  account: AccountId,
  orderId: number,
  events: ExchangeEvent[],
): void {
  if (state.openOrders.get(orderId)?.account === account) {
    takeOut(state, orderId, events);
  }
}
