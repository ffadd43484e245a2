import type { AccountId } from "../account/account-id.js";
import { moneyText } from "../exact/money.js";
import type { ByteReader } from "../remembered/byte-reader.js";
import { newestIdsFirst } from "../remembered/newest-ids.js";
import type { SharedTexts } from "../remembered/record-codec.js";
import type { RecordLog } from "../remembered/record-log.js";
import { readDepositHead, readWithdrawalHead, type WalletHead, walletKeys } from "../remembered/wallet-codecs.js";
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

function pageOf<Item>(
  ids: readonly number[],
  { page, size }: Pick<WalletQuery<never>, "page" | "size">,
  show: (id: number) => readonly Item[],
): WalletPage<Item> {
  const start = (page - 1) * size;
  const items = ids.slice(start, start + size).flatMap(show);
  return { count: items.length + (ids.length > start + size ? 1 : 0), page, items };
}

/** Where records of one kind wait, and where they are when they have ended. */
interface WalletRecords<Stage, Record extends WalletHead<Stage>> {
  readonly waiting: ReadonlyMap<number, Record>;
  readonly ended: RecordLog<Record>;
  readonly readHead: (reader: ByteReader, texts: SharedTexts) => WalletHead<Stage>;
}

/** Ids of an account's records, newest first. */
function select<Stage, Record extends WalletHead<Stage>>(
  { waiting, ended, readHead }: WalletRecords<Stage, Record>,
  account: AccountId,
  query: WalletQuery<Stage>,
): readonly number[] {
  const ids: number[] = [];
  const note = (one: WalletHead<Stage>): void => {
    const isAsked = query.coin === undefined || one.coin === query.coin;
    if (one.account === account && isAsked && (query.filter === undefined || one.stage === query.filter)) {
      ids.push(one.id);
    }
  };
  for (const one of waiting.values()) {
    note(one);
  }
  ended.visit(walletKeys.account, account, (_, reader) => note(readHead(reader, ended.texts)));
  return newestIdsFirst(ids);
}

/** A page of a user's deposits, newest first. */
export function listDeposits(
  { wallet, remembered, ids, now }: ExchangeState,
  account: AccountId,
  query: WalletQuery<DepositStage>,
): WalletPage<DepositView> {
  const records = { waiting: wallet.deposits, ended: remembered.deposits, readHead: readDepositHead };
  return pageOf(select(records, account, query), query, (id) => {
    const record = wallet.deposits.get(id) ?? remembered.deposits.only(walletKeys.id, id);
    return record === undefined ? [] : [viewDeposit(ids, record, now)];
  });
}

/** A page of a user's withdrawals, newest first. The filter goes by the stage, finer than the records' status. */
export function listWithdrawals(
  { wallet, remembered, ids }: ExchangeState,
  account: AccountId,
  query: WalletQuery<WithdrawalStage>,
): WalletPage<WithdrawalView> {
  const records = { waiting: wallet.withdrawals, ended: remembered.withdrawals, readHead: readWithdrawalHead };
  return pageOf(select(records, account, query), query, (id) => {
    const record = wallet.withdrawals.get(id) ?? remembered.withdrawals.only(walletKeys.id, id);
    return record === undefined ? [] : [viewWithdrawal(ids, record)];
  });
}
