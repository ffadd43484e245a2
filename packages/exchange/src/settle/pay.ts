import { coinAccounts, holdingsIn } from "../account/accounts.js";
import type { Holding, UserState } from "../account/user.js";
import type { RestingOrder } from "../book/order-book.js";
import type { ExchangeEvent } from "../event.js";
import type { ExchangeState } from "../exchange-state.js";
import type { LedgerAccount } from "../ledger/ledger.js";
import { cancelResting } from "../order/cancel-resting.js";
import { crossPositions, draw, owe, rescue } from "./debt.js";

/** A user's waiting cross orders of a coin that hold money back, the newest first. */
function payingOrders(state: ExchangeState, user: UserState, coin: string): readonly RestingOrder[] {
  return holdingsIn(user, coin)
    .filter(({ mode }) => mode === "cross")
    .flatMap(({ orders }) => [...orders.values()])
    .filter(({ frozen }) => frozen !== undefined)
    .flatMap(({ id }) => state.openOrders.get(id) ?? [])
    .sort((left, right) => right.id - left.id);
}

/** Cancels as many waiting orders as are needed for an amount, and takes it. @returns what is still due */
function drawFromOrders(
  state: ExchangeState,
  user: UserState,
  to: LedgerAccount,
  amount: bigint,
  events: ExchangeEvent[],
): bigint {
  const { free } = coinAccounts(state, user, to.coin);
  let due = amount;
  for (const order of payingOrders(state, user, to.coin)) {
    const market = state.markets.get(order.pair);
    if (due === 0n || market === undefined) {
      break;
    }
    cancelResting(state, market, order, "debt", events);
    due = draw(state, free, to, due);
  }
  return due;
}

/**
 * Takes what a user owes for a position of his; whoever is owed gets his money. The free balance pays first. For a fixed position
 * the insurance fund pays the rest. For a cross position: the margins of cross positions, then as many waiting cross orders as are
 * needed, the newest first, then a debt against what the account is worth; the fund only when it is worth nothing.
 */
export function pay(
  state: ExchangeState,
  user: UserState,
  { coin, mode }: Holding,
  to: LedgerAccount,
  amount: bigint,
  events: ExchangeEvent[],
): void {
  const { free } = coinAccounts(state, user, coin);
  let due = draw(state, free, to, amount);
  if (due === 0n) {
    return;
  }
  if (mode === "fixed") {
    rescue(state, user, free, due, events);
    state.ledger.post(free, to, due);
    return;
  }
  for (const { margin } of crossPositions(user, coin)) {
    due = draw(state, margin, to, due);
  }
  if (due > 0n) {
    due = drawFromOrders(state, user, to, due, events);
  }
  if (due > 0n) {
    owe(state, user, to, due, events);
  }
}
