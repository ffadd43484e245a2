import { type CancelTimer, type Clock, TransportError } from "@depthwire/core";
import { Connections } from "./connections.js";
import { CoolDown } from "./cool-down.js";
import { type CallPriority, callPriorities } from "./priority.js";
import { SlotWindow } from "./slot-window.js";
import {
  byPriority,
  defaultThrottleOptions,
  type ThrottleOptions,
  type ThrottleStatistics,
} from "./throttle-options.js";

/** How a call ended that was let through: that decides how long it counts. */
export type SlotEnd =
  /** It was answered, or cut off: the venue may have counted it until now. */
  | "sent"
  /** Certainly not one byte of it was sent: it never counts. */
  | "not-sent"
  /** The venue said "too frequent". */
  | "too-frequent";

/** One call that was let through. It counts until it is ended, and for a window after that. */
export interface Slot {
  /** The call is over. Only the first word counts. */
  end(how: SlotEnd): void;
}

interface Waiting {
  readonly sinceMs: number;
  readonly grant: (slot: Slot) => void;
}

/**
 * Lets calls through: never more than the limit within any window of time, whenever they arrive and whenever the venue's own window
 * begins. Within that, by priority, then first come first served, and only when a connection is free.
 *
 * @spec field note 27
 */
export class Throttle {
  readonly #clock: Clock;
  readonly #options: ThrottleOptions;
  readonly #connections: Connections;
  readonly #queues: Readonly<Record<CallPriority, Set<Waiting>>> = byPriority(() => new Set<Waiting>());
  readonly #slots: SlotWindow;
  readonly #coolDown: CoolDown;
  #timer: CancelTimer | undefined;
  #granted = 0;
  #waited = 0;
  #waitedSumMs = 0;
  #waitedMaxMs = 0;

  /** @param connections shared with all that send over them */
  constructor(
    clock: Clock,
    options: ThrottleOptions = defaultThrottleOptions,
    connections: Connections = new Connections(options),
  ) {
    this.#clock = clock;
    this.#options = options;
    this.#connections = connections;
    this.#slots = new SlotWindow(options);
    this.#coolDown = new CoolDown(options);
    connections.onFree(() => this.#serve());
  }

  /**
   * Resolves when one call may be sent, at once if possible. The caller must end the slot that it took.
   *
   * @throws TransportError `queue-full`; the signal's reason
   */
  take(priority: CallPriority, signal: AbortSignal): Promise<Slot> {
    return new Promise((resolve, reject) => {
      signal.throwIfAborted();
      const queued = this.#queuedBefore(priority);
      if (queued >= this.#options.maxQueued) {
        throw new TransportError("queue-full", { queued });
      }
      const queue = this.#queues[priority];
      const leave = (): void => {
        queue.delete(waiting);
        this.#serve();
        reject(signal.reason);
      };
      const grant = (slot: Slot): void => {
        signal.removeEventListener("abort", leave);
        resolve(slot);
      };
      const waiting = { sinceMs: this.#clock.monotonicMs(), grant };
      signal.addEventListener("abort", leave);
      queue.add(waiting);
      this.#serve();
    });
  }

  /** Lets a call through that need not wait: none waits that goes first, and a slot and a connection are free. The caller must end the slot. */
  takeNow(priority: CallPriority): Slot | undefined {
    const nowMs = this.#clock.monotonicMs();
    if (this.#queuedBefore(priority) > 0 || this.#coolDown.isCold(nowMs) || !this.#isFree(priority, nowMs)) {
      return undefined;
    }
    return this.#hold(nowMs);
  }

  /** What waits and what waited. */
  statistics(): ThrottleStatistics {
    const nowMs = this.#clock.monotonicMs();
    return {
      queued: byPriority((priority) => this.#queues[priority].size),
      onTheirWay: this.#slots.held,
      granted: this.#granted,
      waited: this.#waited,
      waitedMs: { sum: this.#waitedSumMs, max: this.#waitedMaxMs },
      coolDowns: this.#coolDown.count,
      free: this.#coolDown.isCold(nowMs) ? 0 : this.#slots.free(nowMs),
    };
  }

  /** Calls that a new one of this priority would wait behind. */
  #queuedBefore(priority: CallPriority): number {
    const before = callPriorities.slice(0, callPriorities.indexOf(priority) + 1);
    return before.reduce((sum, one) => sum + this.#queues[one].size, 0);
  }

  #serve(): void {
    const nowMs = this.#clock.monotonicMs();
    if (this.#coolDown.isCold(nowMs)) {
      this.#serveProbe(nowMs);
    } else {
      this.#serveAll(nowMs);
    }
    this.#wakeLater(nowMs);
  }

  #serveProbe(nowMs: number): void {
    const [cancel] = this.#queues.cancel;
    if (cancel !== undefined && this.#coolDown.mayProbe(nowMs) && this.#isFree("cancel", nowMs)) {
      this.#coolDown.probe();
      this.#grant("cancel", cancel, nowMs);
    }
  }

  #serveAll(nowMs: number): void {
    for (const priority of callPriorities) {
      for (const waiting of this.#queues[priority]) {
        if (!this.#isFree(priority, nowMs)) {
          // Those behind keep more in reserve, so they wait too.
          return;
        }
        this.#grant(priority, waiting, nowMs);
      }
    }
  }

  #isFree(priority: CallPriority, nowMs: number): boolean {
    const { limit, reserve } = this.#options;
    // Each priority may always use one.
    const kept = Math.min(reserve[priority] ?? 0, limit - 1);
    return this.#slots.isFree(kept, nowMs) && this.#connections.isFree(priority);
  }

  #grant(priority: CallPriority, waiting: Waiting, nowMs: number): void {
    const waitedMs = nowMs - waiting.sinceMs;
    this.#queues[priority].delete(waiting);
    this.#waited += waitedMs > 0 ? 1 : 0;
    this.#waitedSumMs += waitedMs;
    this.#waitedMaxMs = Math.max(this.#waitedMaxMs, waitedMs);
    waiting.grant(this.#hold(nowMs));
  }

  #hold(nowMs: number): Slot {
    this.#slots.hold();
    this.#connections.take();
    this.#granted++;
    const isProbe = this.#coolDown.isCold(nowMs);
    let isOver = false;
    return {
      end: (how) => {
        if (!isOver) {
          isOver = true;
          this.#end(how, isProbe);
        }
      },
    };
  }

  #end(how: SlotEnd, isProbe: boolean): void {
    const nowMs = this.#clock.monotonicMs();
    switch (how) {
      case "sent":
        this.#slots.end(nowMs);
        if (isProbe) {
          this.#coolDown.heard(nowMs);
        }
        break;
      case "not-sent":
        this.#slots.giveBack();
        if (isProbe) {
          this.#coolDown.unsent(nowMs);
        }
        break;
      case "too-frequent":
        this.#slots.end(nowMs);
        this.#coolDown.refused(isProbe, nowMs);
        break;
    }
    // This serves every throttle that shares the connections, this one too.
    this.#connections.giveBack();
  }

  /** Looks again when time alone lets somebody through; an answer does so by itself. */
  #wakeLater(nowMs: number): void {
    this.#timer?.();
    this.#timer = undefined;
    const changesInMs = this.#coolDown.isCold(nowMs)
      ? this.#coolDown.changesInMs(nowMs)
      : this.#slots.changesInMs(nowMs);
    if (changesInMs !== undefined && callPriorities.some((priority) => this.#queues[priority].size > 0)) {
      this.#timer = this.#clock.after(Math.max(1, changesInMs), () => this.#serve());
    }
  }
}
