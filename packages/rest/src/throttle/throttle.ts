import { type CancelTimer, type Clock, TransportError } from "@depthwire/core";
import { limits } from "@depthwire/schema";
import { type CallPriority, callPriorities } from "./priority.js";

/** How many calls go out. */
export interface ThrottleOptions {
  /** Most calls within any {@link ThrottleOptions.windowMs}. @spec field note 27 */
  readonly limit: number;
  /** Milliseconds. */
  readonly windowMs: number;
  /** Calls of the window that are kept for those that go first: a cancel never waits behind a burst of reads. */
  readonly reserve: Readonly<Partial<Record<CallPriority, number>>>;
  /** How long nothing goes out after the venue said "too frequent", in milliseconds. */
  readonly coolDownMs: number;
  /** Behind how many others a call waits at most; beyond that it is refused. Those that it goes before do not count. */
  readonly mostQueued: number;
}

/** Defaults of {@link ThrottleOptions}. */
export const defaultThrottleOptions: ThrottleOptions = {
  limit: limits.frequency.max,
  // The venue's window, and what the way there may push together.
  windowMs: limits.frequencyWindow.assumed + 200,
  reserve: { outcome: 1, order: 2, account: 3, read: 4, background: 10 },
  coolDownMs: 5_000,
  mostQueued: 1_000,
};

/** What waits and what waited. Milliseconds. */
export interface ThrottleStatistics {
  /** Calls that wait now, by priority. */
  readonly queued: Readonly<Record<CallPriority, number>>;
  /** Calls let through. */
  readonly granted: number;
  /** Those of them that had to wait. */
  readonly waited: number;
  readonly waitedMs: { readonly sum: number; readonly max: number };
  /** Times that the venue said "too frequent". */
  readonly coolDowns: number;
  /** Calls that may go out right now. */
  readonly free: number;
}

interface Waiting {
  readonly sinceMs: number;
  readonly grant: () => void;
}

/**
 * Lets calls through: never more than the limit within any window of time, whenever the venue's own window begins.
 * Within that, by priority, then first come first served.
 */
export class Throttle {
  readonly #clock: Clock;
  readonly #options: ThrottleOptions;
  readonly #queues: Readonly<Record<CallPriority, Set<Waiting>>> = byPriority(() => new Set<Waiting>());
  /** When the calls of the present window went out, oldest first; monotonic milliseconds. */
  #sentAtMs: number[] = [];
  #coldUntilMs = Number.NEGATIVE_INFINITY;
  #timer: CancelTimer | undefined;
  #granted = 0;
  #waited = 0;
  #waitedSumMs = 0;
  #waitedMaxMs = 0;
  #coolDowns = 0;

  constructor(clock: Clock, options: ThrottleOptions = defaultThrottleOptions) {
    this.#clock = clock;
    this.#options = options;
  }

  /**
   * Resolves when one call may be sent, at once where it may.
   *
   * @throws TransportError `queue-full`; the signal's reason
   */
  take(priority: CallPriority, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      signal.throwIfAborted();
      const queued = this.#queuedBefore(priority);
      if (queued >= this.#options.mostQueued) {
        throw new TransportError("queue-full", { queued });
      }
      const queue = this.#queues[priority];
      const leave = (): void => {
        queue.delete(waiting);
        this.#serve();
        reject(signal.reason);
      };
      const grant = (): void => {
        signal.removeEventListener("abort", leave);
        resolve();
      };
      const waiting = { sinceMs: this.#clock.monotonicMs(), grant };
      signal.addEventListener("abort", leave);
      queue.add(waiting);
      this.#serve();
    });
  }

  /** The venue said "too frequent": nothing goes out for a while. */
  coolDown(): void {
    this.#coolDowns++;
    this.#coldUntilMs = this.#clock.monotonicMs() + this.#options.coolDownMs;
    this.#serve();
  }

  /** What waits and what waited. */
  statistics(): ThrottleStatistics {
    const nowMs = this.#clock.monotonicMs();
    this.#forget(nowMs);
    return {
      queued: byPriority((priority) => this.#queues[priority].size),
      granted: this.#granted,
      waited: this.#waited,
      waitedMs: { sum: this.#waitedSumMs, max: this.#waitedMaxMs },
      coolDowns: this.#coolDowns,
      free: nowMs < this.#coldUntilMs ? 0 : this.#options.limit - this.#sentAtMs.length,
    };
  }

  /** Calls that a new one of this priority would wait behind. */
  #queuedBefore(priority: CallPriority): number {
    const before = callPriorities.slice(0, callPriorities.indexOf(priority) + 1);
    return before.reduce((sum, one) => sum + this.#queues[one].size, 0);
  }

  #serve(): void {
    this.#timer?.();
    this.#timer = undefined;
    const nowMs = this.#clock.monotonicMs();
    if (nowMs < this.#coldUntilMs) {
      this.#wakeIn(this.#coldUntilMs - nowMs);
      return;
    }
    this.#forget(nowMs);
    for (const priority of callPriorities) {
      for (const waiting of this.#queues[priority]) {
        if (!this.#isFree(priority)) {
          this.#wakeWhenFree(priority, nowMs);
          // Those behind keep more in reserve, so they wait too.
          return;
        }
        this.#grant(priority, waiting, nowMs);
      }
    }
  }

  #isFree(priority: CallPriority): boolean {
    return this.#sentAtMs.length + this.#reserveFrom(priority) < this.#options.limit;
  }

  /** Calls of the window that this priority may not use; it always may use one. */
  #reserveFrom(priority: CallPriority): number {
    const { limit, reserve } = this.#options;
    return Math.min(reserve[priority] ?? 0, limit - 1);
  }

  #grant(priority: CallPriority, waiting: Waiting, nowMs: number): void {
    const waitedMs = nowMs - waiting.sinceMs;
    this.#queues[priority].delete(waiting);
    this.#sentAtMs.push(nowMs);
    this.#granted++;
    this.#waited += waitedMs > 0 ? 1 : 0;
    this.#waitedSumMs += waitedMs;
    this.#waitedMaxMs = Math.max(this.#waitedMaxMs, waitedMs);
    waiting.grant();
  }

  #forget(nowMs: number): void {
    const { windowMs } = this.#options;
    const firstKept = this.#sentAtMs.findIndex((sentAtMs) => nowMs - sentAtMs < windowMs);
    this.#sentAtMs = firstKept < 0 ? [] : this.#sentAtMs.slice(firstKept);
  }

  /** Enough calls must leave the window that one of this priority fits. */
  #wakeWhenFree(priority: CallPriority, nowMs: number): void {
    const { limit, windowMs } = this.#options;
    const tooMany = this.#sentAtMs.length + this.#reserveFrom(priority) - limit;
    const leavesAtMs = (this.#sentAtMs[tooMany] ?? nowMs) + windowMs;
    this.#wakeIn(leavesAtMs - nowMs);
  }

  #wakeIn(delayMs: number): void {
    if (callPriorities.some((priority) => this.#queues[priority].size > 0)) {
      this.#timer = this.#clock.after(Math.max(1, delayMs), () => this.#serve());
    }
  }
}

function byPriority<Value>(make: (priority: CallPriority) => Value): Record<CallPriority, Value> {
  return Object.fromEntries(callPriorities.map((priority) => [priority, make(priority)])) as Record<
    CallPriority,
    Value
  >;
}
