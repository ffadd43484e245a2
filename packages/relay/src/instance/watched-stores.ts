import { LimitedStore } from "../lease/limited-store.js";
import type { LeaseStore } from "../ports/lease-store.js";
import type { RelayInstanceEvent } from "./instance-event.js";
import type { RelayInstanceOptions } from "./instance-options.js";

type StoreState = "answers" | "away";

/** The two stores of an instance: their calls end in time, and it is told once that one is away, and once that it is back. */
export class WatchedStores {
  leases: StoreState = "answers";
  shared: StoreState = "answers";
  /** Calls that failed. */
  failures = 0;
  /** Times that one of them went away. */
  stalls = 0;
  readonly leaseStore: LimitedStore;
  readonly sharedStore: LimitedStore;

  constructor(
    { leaseStore, sharedStore, clock }: RelayInstanceOptions,
    callLimitMs: number,
    tell: (event: RelayInstanceEvent) => void,
  ) {
    const watched = (which: "leases" | "shared", store: LeaseStore): LimitedStore => {
      let newestAnswered = 0;
      const become = (state: StoreState, event: RelayInstanceEvent): void => {
        if (this[which] !== state) {
          this[which] = state;
          tell(event);
        }
      };
      return new LimitedStore({
        store,
        clock,
        callLimitMs,
        answered: (call) => {
          newestAnswered = Math.max(newestAnswered, call);
          become("answers", { kind: "store-answers", store: which });
        },
        failed: (error, call) => {
          this.failures++;
          // A call that hung says nothing when a later one was answered.
          if (call > newestAnswered) {
            this.stalls += this[which] === "away" ? 0 : 1;
            become("away", { kind: "store-failed", store: which, error });
          }
        },
      });
    };
    this.leaseStore = watched("leases", leaseStore);
    this.sharedStore = watched("shared", sharedStore);
  }
}
