import type { Clock } from "@depthwire/core";
import { MemoryLeaseStore } from "../lease/memory-lease-store.js";
import type { LeaseStore, StoredLease } from "../ports/lease-store.js";

/** What a store is at the moment: `hangs`: it does what it is asked, and nobody hears of it. */
export type SpecStoreState = "answers" | "refuses" | "hangs";

/** A store that takes its time and is away at times. What it has survives. */
export class SpecStore {
  state: SpecStoreState = "answers";
  calls = 0;
  readonly #kept = new MemoryLeaseStore();
  readonly #clock: Clock;
  readonly #delayMs: () => number;

  constructor(clock: Clock, delayMs: () => number) {
    this.#clock = clock;
    this.#delayMs = delayMs;
  }

  /** The store as one process reaches it. */
  for(isReached: () => boolean): LeaseStore {
    return {
      read: (key): Promise<StoredLease> => this.#call(isReached, () => this.#kept.read(key)),
      compareAndSet: (key, expected, text): Promise<number | undefined> =>
        this.#call(isReached, () => this.#kept.compareAndSet(key, expected, text)),
    };
  }

  async #call<Answer>(isReached: () => boolean, work: () => Promise<Answer>): Promise<Answer> {
    this.calls++;
    await this.#pause();
    if (this.state === "refuses" || !isReached()) {
      throw new Error("the store is away");
    }
    const answer = await work();
    await this.#pause();
    if (this.state === "hangs") {
      return new Promise(() => undefined);
    }
    return answer;
  }

  #pause(): Promise<void> {
    return new Promise((resolve) => {
      this.#clock.after(this.#delayMs(), resolve);
    });
  }
}
