import type { OrderRecord } from "../order/order-record.js";

/** What has ended in the present command, in that order: at its end it is packed. Of all but orders the ids. */
export interface FinishedRecords {
  readonly orders: OrderRecord[];
  readonly plans: number[];
  readonly deposits: number[];
  readonly withdrawals: number[];
}

/** Nothing has ended. */
export function createFinished(): FinishedRecords {
  return { orders: [], plans: [], deposits: [], withdrawals: [] };
}
