import type { FinishedOrder } from "../order/order-record.js";
import type { FinishedPlan } from "../plan/plan-order.js";
import type { LoggedChange } from "../view/change.js";
import type { DepositRecord, WithdrawalRecord } from "../wallet/wallet-state.js";
import { changeCodec } from "./change-codec.js";
import { orderCodec } from "./order-codec.js";
import { planCodec } from "./plan-codec.js";
import { RecordLog } from "./record-log.js";
import { depositCodec, withdrawalCodec } from "./wallet-codecs.js";

/** What has ended and is remembered, in the order in which it ended. */
export interface RememberedRecords {
  readonly orders: RecordLog<FinishedOrder>;
  readonly plans: RecordLog<FinishedPlan>;
  /** The change logs of all positions. */
  readonly changes: RecordLog<LoggedChange>;
  readonly deposits: RecordLog<DepositRecord>;
  readonly withdrawals: RecordLog<WithdrawalRecord>;
}

/** The log of any kind of record. */
export type AnyRecordLog = RememberedRecords[keyof RememberedRecords];

/** Nothing is remembered yet. @param kept how many records of each kind are to be remembered */
export function createRemembered(kept: number): RememberedRecords {
  return {
    orders: new RecordLog(orderCodec, kept),
    plans: new RecordLog(planCodec, kept),
    changes: new RecordLog(changeCodec, kept),
    deposits: new RecordLog(depositCodec, kept),
    withdrawals: new RecordLog(withdrawalCodec, kept),
  };
}

/** Every log, always in the same order. */
export function logsOf(remembered: RememberedRecords): readonly AnyRecordLog[] {
  const { orders, plans, changes, deposits, withdrawals } = remembered;
  return [orders, plans, changes, deposits, withdrawals];
}
