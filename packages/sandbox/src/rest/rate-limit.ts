import { limits } from "@depthwire/schema/internal";
import type { Rewindable } from "../snapshots/rewindable.js";

/** How many requests are taken in how much time. */
export interface RateRule {
  /** Requests of one key, or of one address without a key, within the window; 0: any number. */
  readonly requestsPerWindow: number;
  /** Length of the window in milliseconds; it slides. */
  readonly requestWindowMs: number;
}

/** What the venue was seen to take. @spec field note 27 */
export const usualRate: RateRule = {
  requestsPerWindow: limits.frequency.max,
  requestWindowMs: limits.frequencyWindow.assumed,
};

/** Most senders that are remembered at once. */
const maxSenders = 10_000;

/** Counts requests by sender over a sliding window. */
export class RateLimit implements Rewindable<ReadonlyMap<string, readonly number[]>> {
  readonly #rule: RateRule;
  /** Times of the latest requests by sender; who has not been heard for longest comes first. */
  #senders: Map<string, readonly number[]> = new Map();

  constructor(rule: RateRule) {
    this.#rule = rule;
  }

  save(): ReadonlyMap<string, readonly number[]> {
    return new Map(this.#senders);
  }

  restore(senders: ReadonlyMap<string, readonly number[]>): void {
    this.#senders = new Map(senders);
  }

  /**
   * Counts a request, unless the sender has had his share: then it is refused with 2091 and not counted.
   *
   * @param nowMs epoch milliseconds
   * @spec document 1, Limits, request frequency
   */
  take(sender: string, nowMs: number): boolean {
    const { requestsPerWindow, requestWindowMs } = this.#rule;
    if (requestsPerWindow === 0) {
      return true;
    }
    const times = (this.#senders.get(sender) ?? []).filter((time) => time > nowMs - requestWindowMs);
    const isFree = times.length < requestsPerWindow;
    if (isFree) {
      times.push(nowMs);
    }
    this.#senders.delete(sender);
    this.#senders.set(sender, times);
    this.#forget();
    return isFree;
  }

  #forget(): void {
    if (this.#senders.size <= maxSenders) {
      return;
    }
    const [oldest] = this.#senders.keys();
    if (oldest !== undefined) {
      this.#senders.delete(oldest);
    }
  }
}
