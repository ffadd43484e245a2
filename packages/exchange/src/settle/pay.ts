import { coinAccounts, holdingsIn } from "../account/accounts.js";
import type { UserState } from "../account/user.js";
import type { RestingOrder } from "../book/order-book.js";
import type { LedgerAccount } from "../ledger/ledger.js";
import { cancelResting } from "../order/cancel-resting.js";
import type { ExchangeState } from "../state/exchange-state.js";
import type { HoldingSite } from "../state/site.js";
import type { Turn } from "../state/turn.js";
import { draw, drawFromMargins, owe, rescue } from "./debt.js";

/** A user's waiting cross orders of a coin that hold money back, the newest first. */
function payingOrders(state: ExchangeState, user: UserState, coin: string): readonly RestingOrder[] {
  return holdingsIn(user, coin)
    .filter(({ mode }) => mode === "cross")
    .flatMap(({ orders }) => [...orders.values()])
    .filter(({ frozenTotal }) => frozenTotal > 0n)
    .flatMap(({ id }) => state.openOrders.get(id) ?? [])
    .sort((left, right) => right.id - left.id);
}

/** Cancels as many waiting orders as are needed for an amount, and takes it. @returns what is still due */
function drawFromOrders(turn: Turn, user: UserState, to: LedgerAccount, amount: bigint): bigint {
  const { state } = turn;
  const { free } = coinAccounts(state, user, to.coin);
  let due = amount;
  for (const order of payingOrders(state, user, to.coin)) {
    const market = state.markets.get(order.pair);
    if (due === 0n || market === undefined) {
      break;
    }
    cancelResting(turn, market, order, "debt");
    due = draw(state, free, to, due);
  }
  return due;
}

/**
 * Takes what a user owes for a position of his; whoever is owed gets his money. The free balance pays first. For a fixed position
 * the insurance fund pays the rest. For a cross position: the margins of cross positions, then as many waiting cross orders as are
 * needed, the newest first, then a debt against what the account is worth; the fund only when it is worth nothing.
 */
export function pay(turn: Turn, site: HoldingSite, to: LedgerAccount, amount: bigint): void {
  const { user } = site;
  const { mode } = site.holding;
  const { state } = turn;
  const { free } = site.holding.accounts;
  if (amount <= free.balance) {
    state.ledger.post(free, to, amount);
    return;
  }
  let due = draw(state, free, to, amount);
  if (mode === "fixed") {
    rescue(turn, user, free, due);
    state.ledger.post(free, to, due);
    return;
  }
  due = drawFromMargins(turn, user, to, due);
  if (due > 0n) {
    due = drawFromOrders(turn, user, to, due);
  }
  if (due > 0n) {
    owe(turn, user, to, due);
  }
}
