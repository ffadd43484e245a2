import { isWaiting } from "../order/order-record.js";
import { isHeld } from "../wallet/wallet-state.js";
import type { ExchangeState } from "./exchange-state.js";

/** Forgetting is done in batches of this part of what is kept, so that it costs nothing per order. */
const batchPart = 16;

function forgetOldest<Record>(
  records: Map<number, Record>,
  kept: number,
  isFinished: (record: Record) => boolean,
): void {
  if (records.size <= kept + Math.ceil(kept / batchPart)) {
    return;
  }
  // A map is in order of insertion: the oldest come first.
  for (const [id, record] of records) {
    if (records.size <= kept) {
      return;
    }
    if (isFinished(record)) {
      records.delete(id);
    }
  }
}

/** Forgets the oldest finished orders, plans, deposits and withdrawals when there are too many. What waits is never forgotten. */
export function forgetFinished(state: ExchangeState): void {
  const { orders, plans, wallet, keptRecords } = state;
  forgetOldest(orders, keptRecords, (record) => !isWaiting(record));
  forgetOldest(plans, keptRecords, ({ status }) => status !== "waiting");
  forgetOldest(wallet.deposits, keptRecords, ({ stage }) => stage !== "in-progress");
  forgetOldest(wallet.withdrawals, keptRecords, (record) => !isHeld(record));
}
