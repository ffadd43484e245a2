import type { MarginFamily } from "../reconcile/reconciler.js";

/** How an account is watched. */
export interface AccountOptions {
  /** Families that are asked about after a break. */
  readonly families: readonly MarginFamily[];
  /** Time between two reconciliations of a healthy connection. */
  readonly reconcileEveryMs: number;
  /** How long the trades of a finished order, or the size of a fill, may take to be pushed before they are asked for. */
  readonly auditDelayMs: number;
  /** Largest number of records to request in a page. */
  readonly pageSize: number;
  /** How often to repeat a request whose answer does not add up, before the difference is reported. */
  readonly attempts: number;
  /** Wait before a request whose answer does not add up is repeated; pushes on their way arrive meanwhile. */
  readonly settleMs: number;
  /** How far before the last known moment histories are read. */
  readonly overlapMs: number;
  /** Longest wait after requests that failed. */
  readonly maxRetryMs: number;
  /** Most messages that are kept while a reconciliation runs. */
  readonly maxBuffered: number;
  /** Most events that wait for the caller. */
  readonly maxQueued: number;
  /** How many orders that are finished and fully known are remembered. */
  readonly keptOrders: number;
}

/** What is used where the caller says nothing. */
export const defaultAccountOptions: AccountOptions = {
  families: ["usdt-margined"],
  reconcileEveryMs: 30_000,
  auditDelayMs: 2_000,
  pageSize: 50,
  attempts: 4,
  settleMs: 1_000,
  overlapMs: 300_000,
  maxRetryMs: 10_000,
  maxBuffered: 100_000,
  maxQueued: 10_000,
  keptOrders: 10_000,
};
