import { coinAccounts, userOf, venueAccounts } from "../account/accounts.js";
import type { DecideWithdrawal, Withdraw } from "../command/command.js";
import type { RefusalReason } from "../command/refusal.js";
import { moneyText, readMoney } from "../exact/money.js";
import { walletKeys } from "../remembered/wallet-codecs.js";
import type { ExchangeState } from "../state/exchange-state.js";
import type { Turn } from "../state/turn.js";
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
const maxMemoLength = 128;

function report({ state, events }: Turn, record: WithdrawalRecord): void {
  events.push({ kind: "withdrawal-changed", account: record.account, withdrawal: viewWithdrawal(state.ids, record) });
}

function move(
  { state, events }: Turn,
  record: WithdrawalRecord,
  amount: bigint,
  way: "hold" | "return" | "pay-out" | "keep",
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

/** What a withdrawal would send out, and over which chain; over none when no chain has such an address. */
interface Payout {
  readonly terms: CoinTerms;
  readonly chain: Chain | undefined;
  readonly amount: bigint;
}

/** Why a withdrawal is refused, if so. The order of the questions is part of the answer. */
function refusalOf(
  state: ExchangeState,
  command: Withdraw,
  { terms, chain, amount }: Payout,
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
  if (memo.length > maxMemoLength) {
    return "check-parameters";
  }
  const { wallet } = coinAccounts(state, userOf(state, command.account), command.coin);
  return amount > wallet.balance ? "insufficient-balance" : undefined;
}

/** A user asks for money to be sent out: it is held back until it has gone, or the venue says no. */
export function withdraw(turn: Turn, command: Withdraw): void {
  const { state, events } = turn;
  const { account, coin, address, memo } = command;
  const terms = findCoin(coin);
  const amount = readMoney(command.amount);
  const chain = terms?.chains.find(({ shape }) => shape.test(address));
  const reason =
    terms === undefined || amount === undefined
      ? "check-parameters"
      : refusalOf(state, command, { terms, chain, amount });
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
  move(turn, record, amount, "hold");
  enter(turn, record, "review-pending", reviewMs);
}

/** The next stage, and when it will be over. */
function enter(turn: Turn, record: WithdrawalRecord, stage: WithdrawalStage, lastsMs: number): void {
  const { state } = turn;
  record.stage = stage;
  record.dueAtMs = state.now + lastsMs;
  planStep(state.wallet, { dueAtMs: record.dueAtMs, what: "withdrawal", id: record.id });
  report(turn, record);
}

function finish(turn: Turn, record: WithdrawalRecord, stage: WithdrawalStage): void {
  record.stage = stage;
  turn.state.finished.withdrawals.push(record.id);
  report(turn, record);
}

function payOut(turn: Turn, record: WithdrawalRecord): void {
  move(turn, record, record.amount - record.fee, "pay-out");
  move(turn, record, record.fee, "keep");
  finish(turn, record, "paid-out");
}

/** A withdrawal goes on by itself, unless the operator was faster. */
export function stepWithdrawal(turn: Turn, id: number): void {
  const { state } = turn;
  const record = state.wallet.withdrawals.get(id);
  if (record === undefined || record.dueAtMs > state.now) {
    return;
  }
  if (record.stage === "review-pending") {
    enter(turn, record, "review-passed", queueMs);
  } else if (record.stage === "review-passed") {
    record.transactionId = transactionId(state, `out ${id}`);
    enter(turn, record, "paying-out", findChain(record.chain)?.blockMs ?? 0);
  } else if (record.stage === "paying-out") {
    payOut(turn, record);
  }
}

/** The operator decides: the review ends, or the money comes back while it is still here. */
export function decideWithdrawal(turn: Turn, command: DecideWithdrawal): void {
  const { state, events } = turn;
  const { decision, withdrawalId } = command;
  const id = readEntryId(state.ids, withdrawalId) ?? 0;
  const record = state.wallet.withdrawals.get(id);
  const mayCome: readonly WithdrawalStage[] =
    decision === "cancel" ? ["review-pending", "review-passed"] : ["review-pending"];
  if (record === undefined || !mayCome.includes(record.stage)) {
    const known = record ?? state.remembered.withdrawals.only(walletKeys.id, id);
    const reason = known === undefined ? "unknown-order" : "order-finished";
    events.push({ kind: "command-refused", command: command.kind, account: known?.account ?? 0, reason });
    return;
  }
  if (decision === "approve") {
    enter(turn, record, "review-passed", queueMs);
    return;
  }
  move(turn, record, record.amount, "return");
  finish(turn, record, decision === "reject" ? "review-rejected" : "cancelled");
}
