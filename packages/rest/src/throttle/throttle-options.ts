import { frequencyLimit, frequencyWindowLimit } from "@depthwire/schema/internal";
import { type ConnectionOptions, defaultConnectionOptions } from "./connections.js";
import { type CallPriority, callPriorities } from "./priority.js";

/** How many calls go out. */
export interface ThrottleOptions extends ConnectionOptions {
  /** Most calls that the venue may count within any {@link ThrottleOptions.windowMs}; default 30. @spec field note 27 */
  readonly limit: number;
  /** How long a call counts after it was answered or cut off, in milliseconds; default 5,100. */
  readonly windowMs: number;
  /** Calls of the window that are kept for those that go first; default four for cancels and outcomes, one of them for cancels alone. */
  readonly reserve: Readonly<Partial<Record<CallPriority, number>>>;
  /** A kept call may be used by others when as many come free within this time; default 500 milliseconds. */
  readonly lendWithinMs: number;
  /** How long nothing but single cancels goes out after the venue said "too frequent"; default 5,000 milliseconds. */
  readonly coolDownMs: number;
  /** How long the first of these cancels waits, in milliseconds, default 500; after each refusal twice as long. */
  readonly firstProbeMs: number;
  /** Behind how many others a call waits at most; beyond that it is refused. Those that it goes before do not count. */
  readonly maxQueued: number;
}

/** What the venue's clock and this one may differ by over a window. The time that a request takes is not part of it: that is measured. */
const clockMarginMs = 100;

/** Defaults of {@link ThrottleOptions}. */
export const defaultThrottleOptions: ThrottleOptions = {
  ...defaultConnectionOptions,
  limit: frequencyLimit.max,
  windowMs: frequencyWindowLimit.assumed + clockMarginMs,
  reserve: { outcome: 1, order: 4, account: 4, read: 4, background: 10 },
  lendWithinMs: 500,
  coolDownMs: 5_000,
  firstProbeMs: 500,
  maxQueued: 1_000,
};

/** What waits and what waited. Milliseconds. */
export interface ThrottleStatistics {
  /** Calls that wait now, by priority. */
  readonly queued: Readonly<Record<CallPriority, number>>;
  /** Calls that were let through and are not answered yet. */
  readonly onTheirWay: number;
  /** Calls let through. */
  readonly granted: number;
  /** Those of them that had to wait. */
  readonly waited: number;
  readonly waitedMs: { readonly sum: number; readonly max: number };
  /** Times that the venue said "too frequent". */
  readonly coolDowns: number;
  /** Calls that may go out right now, if connections are free. */
  readonly free: number;
}

/** A value for each priority. */
export function byPriority<Value>(make: (priority: CallPriority) => Value): Record<CallPriority, Value> {
  return Object.fromEntries(callPriorities.map((priority) => [priority, make(priority)])) as Record<
    CallPriority,
    Value
  >;
}
