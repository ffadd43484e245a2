import { coinAccounts, holdingsIn, venueAccounts } from "../account/accounts.js";
import { crossEquity } from "../account/cross-equity.js";
import { type Position, sidesOf, type UserState } from "../account/user.js";
import type { ExchangeEvent } from "../event/event.js";
import { max, min, roundUp } from "../exact/fraction.js";
import { moneyText } from "../exact/money.js";
import type { CoinAccounts } from "../ledger/chart.js";
import type { LedgerAccount } from "../ledger/ledger.js";
import type { ExchangeState } from "../state/exchange-state.js";
import type { Turn } from "../state/turn.js";
import { noteDrained } from "./drained.js";

/** Moves as much of an amount as there is. @returns what is still due */
export function draw(state: ExchangeState, from: LedgerAccount, to: LedgerAccount, amount: bigint): bigint {
  const part = max(0n, min(amount, from.balance));
  state.ledger.post(from, to, part);
  return amount - part;
}

/** Cross margins pay as much of an amount as they hold. @returns what is still due */
export function drawFromMargins(turn: Turn, user: UserState, to: LedgerAccount, amount: bigint): bigint {
  let due = amount;
  for (const position of crossPositions(user, to.coin)) {
    if (due > 0n && position.margin.balance > 0n) {
      noteDrained(turn, position);
      due = draw(turn.state, position.margin, to, due);
    }
  }
  return due;
}

/** Both sides of a user's holdings in cross mode. */
export function crossPositions(user: UserState, coin: string): readonly Position[] {
  return holdingsIn(user, coin)
    .filter(({ mode }) => mode === "cross")
    .flatMap(sidesOf);
}

/** The insurance fund pays for a user, into an account of his: so the books say for whom it was. */
export function rescue({ state, events }: Turn, user: UserState, account: LedgerAccount, amount: bigint): void {
  if (amount === 0n) {
    return;
  }
  const { coin } = account;
  state.ledger.post(venueAccounts(state, coin).insurance, account, amount);
  events.push({ kind: "insurance-paid", account: user.account, coin, amount: moneyText(amount) });
}

function reportDebt(user: UserState, { coin, balance }: LedgerAccount, events: ExchangeEvent[]): void {
  events.push({ kind: "debt-changed", account: user.account, coin, debt: moneyText(-balance) });
}

/** Pays out of a user's debt as far as the cross account is worth something. What is beyond that the insurance fund pays. */
export function owe(turn: Turn, user: UserState, to: LedgerAccount, amount: bigint): void {
  const { state, events } = turn;
  const { debt } = coinAccounts(state, user, to.coin);
  const before = debt.balance;
  state.ledger.post(debt, to, amount);
  const lacking = -roundUp(crossEquity(state, user, to.coin));
  rescue(turn, user, debt, max(0n, min(amount, lacking)));
  if (debt.balance !== before) {
    reportDebt(user, debt, events);
  }
}

/**
 * Incoming money pays a user's debt first. When no cross position backs it any longer, the insurance fund pays the rest. Call
 * it wherever a user's free balance or cross margins may have grown.
 */
export function settleDebt(turn: Turn, user: UserState, { coin, free, debt }: CoinAccounts): void {
  const { state, events } = turn;
  const before = debt.balance;
  if (before === 0n) {
    return;
  }
  const due = drawFromMargins(turn, user, debt, draw(state, free, debt, -before));
  if (crossPositions(user, coin).every(({ quantity }) => quantity === 0)) {
    rescue(turn, user, debt, due);
  }
  if (debt.balance !== before) {
    reportDebt(user, debt, events);
  }
}
