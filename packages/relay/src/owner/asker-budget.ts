import type { Clock } from "@depthwire/core";

/** How much one connection may ask of an owner. */
export interface AskerLimits {
  /** What it gets at once after a while of silence. */
  readonly burst: number;
  /** What it gets in the long run. */
  readonly perSecond: number;
}

/** Askers that are remembered before those with a whole burst left are looked for. */
const prunedFrom = 1_024;
const msPerSecond = 1_000;

interface Account {
  /** Below 0 after an answer that was larger than what was left. */
  left: number;
  atMs: number;
}

/**
 * What each connection that asks has left, so that no one's questions take the answers of all others. Askers whom the bus does not tell apart are not limited.
 */
export class AskerBudget {
  readonly #clock: Clock;
  readonly #limits: AskerLimits;
  readonly #accounts = new Map<string, Account>();
  #prunedAtSize = prunedFrom;

  constructor(clock: Clock, limits: AskerLimits) {
    this.#clock = clock;
    this.#limits = limits;
  }

  /** Whether an asker has something left. */
  has(asker: string | undefined): boolean {
    return asker === undefined || this.#leftOf(this.#accounts.get(asker)) > 0;
  }

  /** An asker got so much. */
  spend(asker: string | undefined, amount: number): void {
    if (asker === undefined) {
      return;
    }
    const account = this.#accounts.get(asker);
    const left = this.#leftOf(account) - amount;
    const atMs = this.#clock.monotonicMs();
    if (account === undefined) {
      this.#prune();
      this.#accounts.set(asker, { left, atMs });
    } else {
      account.left = left;
      account.atMs = atMs;
    }
  }

  #leftOf(account: Account | undefined): number {
    const { burst, perSecond } = this.#limits;
    return account === undefined
      ? burst
      : Math.min(burst, account.left + ((this.#clock.monotonicMs() - account.atMs) * perSecond) / msPerSecond);
  }

  /** Who has a whole burst left is nobody in particular. */
  #prune(): void {
    if (this.#accounts.size >= this.#prunedAtSize) {
      for (const [asker, account] of this.#accounts) {
        if (this.#leftOf(account) >= this.#limits.burst) {
          this.#accounts.delete(asker);
        }
      }
      this.#prunedAtSize = Math.max(prunedFrom, 2 * this.#accounts.size);
    }
  }
}
