import type { AccountId } from "../account/account-id.js";
import { moneyText } from "../exact/money.js";
import type { RecordLog } from "../remembered/record-log.js";
import { walletKeys } from "../remembered/wallet-codecs.js";
import type { ExchangeState } from "../state/exchange-state.js";
import { entryId, type IdSize } from "../view/wire-ids.js";
import { findChain } from "./chain.js";
import type { DepositView, WithdrawalStatusView, WithdrawalView } from "./wallet-entry.js";
import type { DepositRecord, DepositStage, WithdrawalRecord, WithdrawalStage } from "./wallet-state.js";

/** A page of a wallet's history, newest first. */
export interface WalletPage<Item> {
  /** Records on this page; one more when there is a next page. @spec document 2, Endpoints, List rule */
  readonly count: number;
  readonly page: number;
  readonly items: readonly Item[];
}

/** Which records to list. */
export interface WalletQuery<Filter> {
  /** Absent: all. */
  readonly filter?: Filter | undefined;
  /** Absent: all. */
  readonly coin?: string | undefined;
  /** From 1. */
  readonly page: number;
  readonly size: number;
}

/** Record statuses differ from filters: three stages look the same. @spec document 2, States */
const statusOf: Readonly<Record<WithdrawalStage, WithdrawalStatusView>> = {
  "review-pending": "in-progress",
  "review-passed": "in-progress",
  "paying-out": "in-progress",
  "paid-out": "succeeded",
  "review-rejected": "failed",
  cancelled: "cancelled",
};

/** Blocks since the deposit was seen, up to those that it needs. */
function confirmationsOf({ chain, createdAtMs }: DepositRecord, now: number): number {
  const found = findChain(chain);
  if (found === undefined) {
    return 0;
  }
  return Math.min(found.confirmations, Math.floor((now - createdAtMs) / found.blockMs));
}

/** Shows a deposit as it is at the time `now`. */
export function viewDeposit(ids: IdSize, record: DepositRecord, now: number): DepositView {
  const { id, address, transactionId, coin, chain, amount, createdAtMs, stage } = record;
  return {
    depositId: entryId(ids, id),
    address,
    transactionId,
    coin,
    chain,
    confirmations: confirmationsOf(record, now),
    amount: moneyText(amount),
    createdAtMs,
    status: stage,
  };
}

/** Shows a withdrawal as it is now. */
export function viewWithdrawal(ids: IdSize, record: WithdrawalRecord): WithdrawalView {
  const { id, address, transactionId, coin, chain, amount, fee, createdAtMs, memo, stage } = record;
  return {
    withdrawalId: entryId(ids, id),
    address,
    transactionId,
    coin,
    chain,
    amountPaidOut: moneyText(amount - fee),
    amount: moneyText(amount),
    fee: moneyText(fee),
    createdAtMs,
    memo: memo ?? "",
    status: statusOf[stage],
  };
}

function pageOf<Record, Item>(
  records: readonly Record[],
  { page, size }: Pick<WalletQuery<never>, "page" | "size">,
  show: (record: Record) => Item,
): WalletPage<Item> {
  const start = (page - 1) * size;
  const items = records.slice(start, start + size).map(show);
  return { count: items.length + (records.length > start + size ? 1 : 0), page, items };
}

interface Kept<Stage> {
  readonly id: number;
  readonly account: AccountId;
  readonly coin: string;
  readonly stage: Stage;
}

/** Ids are in the order in which records came. */
function select<Stage, Record extends Kept<Stage>>(
  waiting: ReadonlyMap<number, Record>,
  ended: RecordLog<Record>,
  { account, query }: { readonly account: AccountId; readonly query: WalletQuery<Stage> },
): readonly Record[] {
  const fits = (one: Record): boolean =>
    one.account === account &&
    (query.coin === undefined || one.coin === query.coin) &&
    (query.filter === undefined || one.stage === query.filter);
  const remembered = ended.find(walletKeys.account, account).map((number) => ended.get(number));
  return [...waiting.values(), ...remembered].filter(fits).sort((left, right) => right.id - left.id);
}

/** A page of a user's deposits, newest first. */
export function listDeposits(
  state: ExchangeState,
  account: AccountId,
  query: WalletQuery<DepositStage>,
): WalletPage<DepositView> {
  const found = select(state.wallet.deposits, state.remembered.deposits, { account, query });
  return pageOf(found, query, (record) => viewDeposit(state.ids, record, state.now));
}

/** A page of a user's withdrawals, newest first. The filter goes by the stage, finer than the records' status. */
export function listWithdrawals(
  state: ExchangeState,
  account: AccountId,
  query: WalletQuery<WithdrawalStage>,
): WalletPage<WithdrawalView> {
  const found = select(state.wallet.withdrawals, state.remembered.withdrawals, { account, query });
  return pageOf(found, query, (record) => viewWithdrawal(state.ids, record));
}
