/** Ids of finished records that are remembered, in the order in which they ended. */
export interface FinishedRecords {
  readonly orders: number[];
  readonly plans: number[];
  readonly deposits: number[];
  readonly withdrawals: number[];
}

/** Nothing has ended. */
export function createFinished(): FinishedRecords {
  return { orders: [], plans: [], deposits: [], withdrawals: [] };
}
