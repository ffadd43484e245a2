import { coinAccounts, userOf, venueAccounts } from "../account/accounts.js";
import type { DecideWithdrawal, Withdraw } from "../command/command.js";
import type { ExchangeEvent } from "../event.js";
import { moneyText, readMoney } from "../exact/money.js";
import type { ExchangeState } from "../exchange-state.js";
import type { RefusalReason } from "../refusal.js";
import { readEntryId } from "../view/wire-ids.js";
import { type Chain, findChain } from "./chain.js";
import { type CoinTerms, findCoin } from "./coin-list.js";
import { transactionId } from "./deposit.js";
import { planStep, type WithdrawalRecord, type WithdrawalStage } from "./wallet-state.js";
import { viewWithdrawal } from "./wallet-view.js";

/** How long a review takes when the operator does not decide before, in milliseconds. */
const reviewMs = 10_000;

/** Between a passed review and the payout, in milliseconds. */
const queueMs = 5000;

/** Longest memo. */
const mostMemo = 128;

function report(state: ExchangeState, record: WithdrawalRecord, events: ExchangeEvent[]): void {
  events.push({ kind: "withdrawal-changed", account: record.account, withdrawal: viewWithdrawal(state.ids, record) });
}

function move(
  state: ExchangeState,
  record: WithdrawalRecord,
  amount: bigint,
  way: "hold" | "return" | "pay-out" | "keep",
  events: ExchangeEvent[],
): void {
  const { account, coin } = record;
  const { wallet, withdrawing } = coinAccounts(state, userOf(state, account), coin);
  const { world, fees } = venueAccounts(state, coin);
  const [from, to, names] = {
    hold: [wallet, withdrawing, ["wallet", "withdrawing"]] as const,
    return: [withdrawing, wallet, ["withdrawing", "wallet"]] as const,
    "pay-out": [withdrawing, world, ["withdrawing", "world"]] as const,
    keep: [withdrawing, fees, ["withdrawing", "fees"]] as const,
  }[way];
  state.ledger.post(from, to, amount);
  events.push({ kind: "money-moved", account, coin, amount: moneyText(amount), from: names[0], to: names[1] });
}

/** Why a withdrawal is refused, if so. The order of the questions is part of the answer. */
function refusalOf(
  state: ExchangeState,
  command: Withdraw,
  terms: CoinTerms,
  chain: Chain | undefined,
  amount: bigint,
): RefusalReason | undefined {
  if (!terms.withdrawalEnabled) {
    return "check-parameters";
  }
  if (amount <= terms.minWithdrawal) {
    return "quantity-below-minimum";
  }
  if (amount % terms.step !== 0n || chain === undefined) {
    return "check-parameters";
  }
  const { memo = "" } = command;
  if (chain.tagged && memo === "") {
    return "missing-parameter";
  }
  if (memo.length > mostMemo) {
    return "check-parameters";
  }
  const { wallet } = coinAccounts(state, userOf(state, command.account), command.coin);
  return amount > wallet.balance ? "insufficient-balance" : undefined;
}

/** A user asks for money to be sent out: it is held back until it has gone, or the venue says no. */
export function withdraw(state: ExchangeState, command: Withdraw, events: ExchangeEvent[]): void {
  const { account, coin, address, memo } = command;
  const terms = findCoin(coin);
  const amount = readMoney(command.amount);
  const chain = terms?.chains.find(({ shape }) => shape.test(address));
  const reason =
    terms === undefined || amount === undefined ? "check-parameters" : refusalOf(state, command, terms, chain, amount);
  if (reason !== undefined || terms === undefined || amount === undefined || chain === undefined) {
    events.push({ kind: "command-refused", command: command.kind, account, reason: reason ?? "check-parameters" });
    return;
  }
  const id = state.wallet.nextWithdrawalId++;
  const record: WithdrawalRecord = {
    id,
    account,
    coin,
    chain: chain.name,
    address,
    memo: memo === "" ? undefined : memo,
    amount,
    fee: terms.withdrawalFee,
    createdAtMs: state.now,
    transactionId: "",
    stage: "review-pending",
    dueAtMs: 0,
  };
  state.wallet.withdrawals.set(id, record);
  move(state, record, amount, "hold", events);
  enter(state, record, "review-pending", reviewMs, events);
}

/** The next stage, and when it will be over. */
function enter(
  state: ExchangeState,
  record: WithdrawalRecord,
  stage: WithdrawalStage,
  lastsMs: number,
  events: ExchangeEvent[],
): void {
  record.stage = stage;
  record.dueAtMs = state.now + lastsMs;
  planStep(state.wallet, { dueAtMs: record.dueAtMs, what: "withdrawal", id: record.id });
  report(state, record, events);
}

function finish(state: ExchangeState, record: WithdrawalRecord, stage: WithdrawalStage, events: ExchangeEvent[]): void {
  record.stage = stage;
  report(state, record, events);
}

function payOut(state: ExchangeState, record: WithdrawalRecord, events: ExchangeEvent[]): void {
  move(state, record, record.amount - record.fee, "pay-out", events);
  move(state, record, record.fee, "keep", events);
  finish(state, record, "paid-out", events);
}

/** A withdrawal goes on by itself, unless the operator was faster. */
export function stepWithdrawal(state: ExchangeState, id: number, events: ExchangeEvent[]): void {
  const record = state.wallet.withdrawals.get(id);
  if (record === undefined || record.dueAtMs > state.now) {
    return;
  }
  if (record.stage === "review-pending") {
    enter(state, record, "review-passed", queueMs, events);
  } else if (record.stage === "review-passed") {
    record.transactionId = transactionId(state, `out ${id}`);
    enter(state, record, "paying-out", findChain(record.chain)?.blockMs ?? 0, events);
  } else if (record.stage === "paying-out") {
    payOut(state, record, events);
  }
}

/** The operator decides: the review ends, or the money comes back while it is still here. */
export function decideWithdrawal(state: ExchangeState, command: DecideWithdrawal, events: ExchangeEvent[]): void {
  const { decision, withdrawalId } = command;
  const record = state.wallet.withdrawals.get(readEntryId(state.ids, withdrawalId) ?? 0);
  const mayCome: readonly WithdrawalStage[] =
    decision === "cancel" ? ["review-pending", "review-passed"] : ["review-pending"];
  if (record === undefined || !mayCome.includes(record.stage)) {
    const reason = record === undefined ? "unknown-order" : "order-finished";
    events.push({ kind: "command-refused", command: command.kind, account: record?.account ?? 0, reason });
    return;
  }
  if (decision === "approve") {
    enter(state, record, "review-passed", queueMs, events);
    return;
  }
  move(state, record, record.amount, "return", events);
  finish(state, record, decision === "reject" ? "review-rejected" : "cancelled", events);
}
