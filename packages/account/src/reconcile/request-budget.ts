import type { CancelTimer, Clock } from "@depthwire/core";
import type { RequestBudget } from "./reconciler.js";

/** How fast a budget lets requests through. */
export interface BudgetOptions {
  /** Requests that may go at once after a rest. */
  readonly burst: number;
  /** Time in which one more is earned. */
  readonly everyMs: number;
}

/** Six requests a second: 30 in 5 s were seen to be allowed for one key. @spec field note 27 */
export const defaultBudgetOptions: BudgetOptions = { burst: 6, everyMs: 167 };

/**
 * A budget of its own, first come first served, for where no throttle is shared.
 *
 * @spec field note 27
 */
export function createRequestBudget(clock: Clock, options: BudgetOptions): RequestBudget {
  return new TokenBudget(clock, options);
}

class TokenBudget implements RequestBudget {
  readonly #clock: Clock;
  readonly #options: BudgetOptions;
  readonly #waiting = new Set<() => void>();
  #tokens: number;
  #refilledAtMs: number;
  #timer: CancelTimer | undefined;

  constructor(clock: Clock, options: BudgetOptions) {
    this.#clock = clock;
    this.#options = options;
    this.#tokens = options.burst;
    this.#refilledAtMs = clock.monotonicMs();
  }

  take(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      signal.throwIfAborted();
      const leave = (): void => {
        this.#waiting.delete(grant);
        reject(signal.reason);
      };
      const grant = (): void => {
        signal.removeEventListener("abort", leave);
        resolve();
      };
      signal.addEventListener("abort", leave);
      this.#waiting.add(grant);
      this.#serve();
    });
  }

  #serve(): void {
    const { burst, everyMs } = this.#options;
    const earned = Math.floor((this.#clock.monotonicMs() - this.#refilledAtMs) / everyMs);
    this.#refilledAtMs += earned * everyMs;
    this.#tokens = Math.min(burst, this.#tokens + earned);
    for (const grant of this.#waiting) {
      if (this.#tokens === 0) {
        break;
      }
      this.#tokens -= 1;
      this.#waiting.delete(grant);
      grant();
    }
    this.#timer?.();
    const nextMs = Math.max(1, this.#refilledAtMs + everyMs - this.#clock.monotonicMs());
    this.#timer = this.#waiting.size > 0 ? this.#clock.after(nextMs, () => this.#serve()) : undefined;
  }
}
