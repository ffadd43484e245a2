import { coinAccounts, userOf, venueAccounts } from "../account/accounts.js";
import { moneyText, readMoney } from "../exact/money.js";
import type { Turn } from "../state/turn.js";
import { findChain } from "./chain.js";
import { findCoin } from "./coin-list.js";
import { planStep, type StandingDeposit, type StandingStep, type WalletStep } from "./wallet-state.js";

/** How many of the standing payments that are made up for at once keep records of their own: the newest. */
export const maxRecordedAtOnce = 1000;

/** How long a payment is on its way, in milliseconds. */
function confirmationMs({ coin, chain }: StandingDeposit): number {
  const found = chain === undefined ? findCoin(coin)?.chains[0] : findChain(chain);
  return found === undefined ? 0 : found.blockMs * found.confirmations;
}

/** What so many payments of an order come to, in one posting. */
function payAll({ state, events }: Turn, order: StandingDeposit, payments: number): void {
  const { account, coin, outcome = "credited" } = order;
  const amount = (readMoney(order.amount) ?? 0n) * BigInt(payments);
  state.wallet.nextDepositId += payments;
  if (outcome === "failed") {
    return;
  }
  const own = coinAccounts(state, userOf(state, account), coin).wallet;
  state.ledger.post(venueAccounts(state, coin).world, own, amount);
  events.push({ kind: "money-moved", account, coin, amount: moneyText(amount), from: "world", to: "wallet" });
}

/** From when on payments are made one by one: by then the older ones have their confirmations. */
function newestFrom(orders: readonly StandingDeposit[], until: number): number {
  const perMs = orders.reduce((sum, { everyMs }) => sum + 1 / everyMs, 0);
  const onTheWayMs = Math.max(...orders.map(confirmationMs));
  return until - Math.max(Math.ceil(maxRecordedAtOnce / perMs), onTheWayMs);
}

/**
 * Makes up for standing payments of a long time: while nobody gave a command they would have been thousands. The newest are left
 * to be made one by one; what is before them is paid as one sum for each order. Balances, the numbers of deposits and what is still
 * to come are as if each had been made by itself; the older ones leave no records.
 */
export function catchUpStanding(turn: Turn, until: number): void {
  const { wallet } = turn.state;
  if (wallet.steps.length === 0) {
    return;
  }
  const overdue = wallet.steps.filter(
    (step): step is StandingStep => step.what === "standing" && step.dueAtMs <= until,
  );
  const missed = overdue.reduce(
    (sum, { dueAtMs, order }) => sum + Math.floor((until - dueAtMs) / order.everyMs) + 1,
    0,
  );
  if (missed <= maxRecordedAtOnce) {
    return;
  }
  const from = newestFrom(
    overdue.map(({ order }) => order),
    until,
  );
  const moved = overdue.flatMap((step): { readonly step: StandingStep; readonly next: StandingStep }[] => {
    const payments = Math.max(0, Math.ceil((from - step.dueAtMs) / step.order.everyMs));
    if (payments === 0) {
      return [];
    }
    payAll(turn, step.order, payments);
    return [{ step, next: { ...step, dueAtMs: step.dueAtMs + payments * step.order.everyMs } }];
  });
  const gone = new Set<WalletStep>(moved.map(({ step }) => step));
  const staying = wallet.steps.filter((step) => !gone.has(step));
  wallet.steps.splice(0, wallet.steps.length, ...staying);
  // When payments are due at the same time, the one with the older last payment goes first.
  const plannedAtMs = ({ dueAtMs, order }: StandingStep): number => dueAtMs - order.everyMs;
  const next = moved.map((one) => one.next).sort((left, right) => plannedAtMs(left) - plannedAtMs(right));
  for (const step of next) {
    planStep(wallet, step);
  }
}
