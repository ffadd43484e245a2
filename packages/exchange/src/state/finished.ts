/** Ids of what has ended in the present command, in that order: at its end they are packed. */
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
