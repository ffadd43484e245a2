import type { AccountId } from "../account/account-id.js";
import type { DepositRecord, DepositStage, WithdrawalRecord, WithdrawalStage } from "../wallet/wallet-state.js";
import type { ByteReader } from "./byte-reader.js";
import type { ByteWriter } from "./byte-writer.js";
import type { RecordCodec, SharedTexts } from "./record-codec.js";

/** Where the keys of a deposit or a withdrawal stand. */
export const walletKeys = { id: 0, account: 1 } as const;

const outcomes = ["credited", "failed"] as const;
const depositStages: readonly DepositStage[] = ["in-progress", "credited", "failed"];
const withdrawalStages: readonly WithdrawalStage[] = [
  "review-pending",
  "review-passed",
  "paying-out",
  "paid-out",
  "review-rejected",
  "cancelled",
];

/** What both have. */
type WalletRecord = Pick<DepositRecord, SharedName | "amount">;
type SharedName = "id" | "account" | "coin" | "chain" | "address" | "transactionId" | "createdAtMs";

const keyed: Pick<RecordCodec<WalletRecord>, "keys" | "keysOf" | "readKeys"> = {
  keys: Object.keys(walletKeys).length,
  keysOf: ({ id, account }, keys) => {
    keys[walletKeys.id] = id;
    keys[walletKeys.account] = account;
  },
  readKeys: (reader, keys) => {
    keys[walletKeys.id] = reader.count();
    keys[walletKeys.account] = reader.count();
  },
};

function writeShared(writer: ByteWriter, record: WalletRecord, texts: SharedTexts): void {
  writer.count(record.id);
  writer.count(record.account);
  writer.count(texts.numberOf(record.coin));
  writer.count(texts.numberOf(record.chain));
  writer.text(record.address);
  writer.text(record.transactionId);
  writer.money(record.amount);
  writer.count(record.createdAtMs);
}

function readShared(reader: ByteReader, texts: SharedTexts): WalletRecord {
  return {
    id: reader.count(),
    account: reader.count(),
    coin: texts.textOf(reader.count()),
    chain: texts.textOf(reader.count()),
    address: reader.text() ?? "",
    transactionId: reader.text() ?? "",
    amount: reader.money(),
    createdAtMs: reader.count(),
  };
}

/** What lists of deposits and withdrawals ask for. */
export interface WalletHead<Stage> {
  readonly id: number;
  readonly account: AccountId;
  readonly coin: string;
  readonly stage: Stage;
}

/** Reads id, account and coin, and leaves out what else both kinds have. */
function readSharedHead(reader: ByteReader, texts: SharedTexts): Omit<WalletHead<never>, "stage"> {
  const id = reader.count();
  const account = reader.count();
  const coin = texts.textOf(reader.count());
  reader.count();
  reader.skipText();
  reader.skipText();
  reader.skipMoney();
  reader.count();
  return { id, account, coin };
}

/** Reads what lists of deposits ask for. */
export function readDepositHead(reader: ByteReader, texts: SharedTexts): WalletHead<DepositStage> {
  const { id, account, coin } = readSharedHead(reader, texts);
  reader.count();
  return { id, account, coin, stage: depositStages[reader.count()] as DepositStage };
}

/** Reads what lists of withdrawals ask for. */
export function readWithdrawalHead(reader: ByteReader, texts: SharedTexts): WalletHead<WithdrawalStage> {
  const { id, account, coin } = readSharedHead(reader, texts);
  reader.skipText();
  reader.skipMoney();
  return { id, account, coin, stage: withdrawalStages[reader.count()] as WithdrawalStage };
}

/** Packs deposits that have ended. */
export const depositCodec: RecordCodec<DepositRecord> = {
  ...keyed,
  name: "finished-deposits",
  write: (writer, record, texts) => {
    writeShared(writer, record, texts);
    writer.count(outcomes.indexOf(record.outcome));
    writer.count(depositStages.indexOf(record.stage));
  },
  read: (reader, texts) => ({
    ...readShared(reader, texts),
    outcome: outcomes[reader.count()] as DepositRecord["outcome"],
    stage: depositStages[reader.count()] as DepositStage,
  }),
};

/** Packs withdrawals that have ended. */
export const withdrawalCodec: RecordCodec<WithdrawalRecord> = {
  ...keyed,
  name: "finished-withdrawals",
  write: (writer, record, texts) => {
    writeShared(writer, record, texts);
    writer.text(record.memo);
    writer.money(record.fee);
    writer.count(withdrawalStages.indexOf(record.stage));
    writer.count(record.dueAtMs);
  },
  read: (reader, texts) => ({
    ...readShared(reader, texts),
    memo: reader.text(),
    fee: reader.money(),
    stage: withdrawalStages[reader.count()] as WithdrawalStage,
    dueAtMs: reader.count(),
  }),
};
