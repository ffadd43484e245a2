import type { AccountId } from "../account/account-id.js";
import type { CancelAll, CancelOrder, CancelOrders } from "../command/command.js";
import type { RefusalReason } from "../command/refusal.js";
import { finishedOrder } from "../remembered/find-orders.js";
import { currentOrder } from "../state/retention.js";
import type { Turn } from "../state/turn.js";
import { cancelResting } from "./cancel-resting.js";
import { isWaiting, type OrderRecord } from "./order-record.js";

function takeOut(turn: Turn, orderId: number): boolean {
  const { state } = turn;
  const resting = state.openOrders.get(orderId);
  const market = resting === undefined ? undefined : state.markets.get(resting.pair);
  if (resting === undefined || market === undefined) {
    return false;
  }
  cancelResting(turn, market, resting, "requested");
  return true;
}

/** Why an order cannot be cancelled, if so. The order of the questions is part of the answer. */
function refusalOf(
  record: Pick<OrderRecord, "type" | "status"> & Partial<Pick<OrderRecord, "cancelDueAtMs">>,
): RefusalReason | undefined {
  if (record.type === "market") {
    return "market-order";
  }
  if (!isWaiting(record)) {
    return "order-finished";
  }
  return record.cancelDueAtMs === undefined ? undefined : "cancel-pending";
}

function cancelOne(turn: Turn, command: CancelOrder | CancelOrders | CancelAll, orderId: number): void {
  const { state, events } = turn;
  const { kind, account } = command;
  const refuse = (reason: RefusalReason): void => {
    events.push({ kind: "command-refused", command: kind, account, reason, orderId });
  };
  const record = currentOrder(state, orderId);
  if (record === undefined) {
    const ended = finishedOrder(state.remembered, orderId);
    if (ended?.account === account) {
      refuse(refusalOf(ended) ?? "order-finished");
      return;
    }
    // The house's orders have no record and no delay.
    if (state.openOrders.get(orderId)?.account !== account || !takeOut(turn, orderId)) {
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
    takeOut(turn, orderId);
  } else {
    state.cancelling.push(record);
  }
}

/** Cancels an order of the account. Another account's order is as unknown as one that never was. */
export function cancelOrder(turn: Turn, command: CancelOrder): void {
  cancelOne(turn, command, command.orderId);
}

/** Cancels several orders; each is answered on its own. */
export function cancelOrders(turn: Turn, command: CancelOrders): void {
  for (const orderId of command.orderIds) {
    cancelOne(turn, command, orderId);
  }
}

/** Cancels what a user has waiting in a market and has not asked to cancel before. */
export function cancelAll(turn: Turn, command: CancelAll): void {
  const { state, events } = turn;
  const { kind, account, pair } = command;
  if (!state.markets.has(pair)) {
    events.push({ kind: "command-refused", command: kind, account, reason: "unknown-pair" });
    return;
  }
  for (const { id, cancelDueAtMs } of state.users.get(account)?.holdings.get(pair)?.orders.values() ?? []) {
    if (cancelDueAtMs === undefined) {
      cancelOne(turn, command, id);
    }
  }
}

/** A cancellation takes effect, unless the order was filled first. */
export function completeCancel(turn: Turn, record: OrderRecord): void {
  if (takeOut(turn, record.id)) {
    return;
  }
  const { account, id: orderId } = record;
  turn.events.push({ kind: "command-refused", command: "cancel-order", account, reason: "order-finished", orderId });
}

/** Cancels an agent's own order by id, if it still waits. */
export function withdrawOrder(turn: Turn, account: AccountId, orderId: number): void {
  if (turn.state.openOrders.get(orderId)?.account === account) {
    takeOut(turn, orderId);
  }
}
