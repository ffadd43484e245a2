import { coinAccounts, userOf, venueAccounts } from "../account/accounts.js";
import { createRandomState, nextHex } from "../agents/random-state.js";
import type { Deposit } from "../command/command.js";
import type { RefusalReason } from "../command/refusal.js";
import { moneyText, readMoney } from "../exact/money.js";
import type { ExchangeState } from "../state/exchange-state.js";
import type { Turn } from "../state/turn.js";
import { type Chain, depositAddress } from "./chain.js";
import { type CoinTerms, findCoin } from "./coin-list.js";
import { type DepositRecord, planStep, type StandingDeposit } from "./wallet-state.js";
import { viewDeposit } from "./wallet-view.js";

/** Digits of a transaction's id. */
const transactionIdLength = 64;

/** A transaction's id, always the same for the same movement. */
export function transactionId(state: ExchangeState, movement: string): string {
  return nextHex(createRandomState(state.seed, `transaction ${movement}`), transactionIdLength);
}

function report({ state, events }: Turn, record: DepositRecord): void {
  events.push({ kind: "deposit-changed", account: record.account, deposit: viewDeposit(state.ids, record, state.now) });
}

function refusalOf(terms: CoinTerms | undefined, amount: bigint | undefined): RefusalReason | undefined {
  if (terms === undefined || !terms.depositEnabled) {
    return "check-parameters";
  }
  return amount === undefined || amount <= 0n || amount % terms.step !== 0n ? "wrong-parameter" : undefined;
}

function begin(turn: Turn, command: Deposit, chain: Chain, amount: bigint): void {
  const { state } = turn;
  const { wallet, seed, now } = state;
  const { account, coin } = command;
  const id = wallet.nextDepositId++;
  const record: DepositRecord = {
    id,
    account,
    coin,
    chain: chain.name,
    address: depositAddress(seed, account, coin, chain),
    transactionId: transactionId(state, `in ${id}`),
    amount,
    createdAtMs: now,
    outcome: command.outcome ?? "credited",
    stage: "in-progress",
  };
  wallet.deposits.set(id, record);
  planStep(wallet, { dueAtMs: now + chain.blockMs * chain.confirmations, what: "deposit", id });
  report(turn, record);
}

/** Somebody outside pays a user. The money counts when the chain has confirmed it often enough. */
export function deposit(turn: Turn, command: Deposit): void {
  const { account, coin, everyMs } = command;
  const terms = findCoin(coin);
  const amount = readMoney(command.amount);
  const chain =
    command.chain === undefined ? terms?.chains[0] : terms?.chains.find(({ name }) => name === command.chain);
  const reason = chain === undefined ? "check-parameters" : refusalOf(terms, amount);
  if (chain === undefined || amount === undefined || reason !== undefined) {
    turn.events.push({ kind: "command-refused", command: command.kind, account, reason: reason ?? "wrong-parameter" });
    return;
  }
  begin(turn, command, chain, amount);
  if (everyMs === undefined) {
    return;
  }
  const { kind: _, ...order } = command;
  planStanding(turn.state, { ...order, everyMs });
}

function planStanding(state: ExchangeState, order: StandingDeposit): void {
  planStep(state.wallet, { dueAtMs: state.now + order.everyMs, what: "standing", order });
}

/** A standing order is due: it pays, and goes on. */
export function payStanding(turn: Turn, order: StandingDeposit): void {
  const { everyMs: _, ...payment } = order;
  deposit(turn, { kind: "deposit", ...payment });
  planStanding(turn.state, order);
}

/** A deposit has as many confirmations as it needs. */
export function completeDeposit(turn: Turn, id: number): void {
  const { state, events } = turn;
  const record = state.wallet.deposits.get(id);
  if (record === undefined) {
    return;
  }
  const { account, coin, amount, outcome } = record;
  record.stage = outcome;
  state.finished.deposits.push(id);
  if (outcome === "credited") {
    const own = coinAccounts(state, userOf(state, account), coin).wallet;
    state.ledger.post(venueAccounts(state, coin).world, own, amount);
    events.push({ kind: "money-moved", account, coin, amount: moneyText(amount), from: "world", to: "wallet" });
  }
  report(turn, record);
}
