import type { AccountStatistics } from "@depthwire/account";

/** What all private streams did together, as plain data. Those that are closed count on. */
export interface AccountsStatistics extends AccountStatistics {
  /** Streams that are open now. */
  readonly open: number;
}

/** Statistics of accounts to which nothing happened. */
export const noAccountStatistics: AccountStatistics = {
  lateOrders: 0,
  repeatedOrders: 0,
  repeatedFills: 0,
  sizelessFills: 0,
  repeatedChanges: 0,
  latePlanOrders: 0,
  requests: 0,
  reconciliations: 0,
  failures: 0,
  buffered: 0,
  queued: 0,
};
