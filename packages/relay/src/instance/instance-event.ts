import type { LeaseLoss } from "../lease/lease-state.js";

/** Why an instance owns a shard no longer: as for any lease, or its successor took it. */
export type ShardLoss = LeaseLoss | "handed-over";

/** What a person wants to hear of an instance. */
export type RelayInstanceEvent =
  /** The store of leases was tried and gave one revision to several updates. Told where that is allowed. */
  | { readonly kind: "store-unsafe"; readonly rounds: number; readonly unsafeRounds: number }
  /** It owns the shard from now on. */
  | { readonly kind: "owned"; readonly shard: string; readonly term: number }
  /** It owns the shard no longer. */
  | { readonly kind: "lost"; readonly shard: string; readonly term: number; readonly cause: ShardLoss }
  /** A lease ran out because the store is away for everybody: it goes on under the same term. */
  | { readonly kind: "publishing-on"; readonly shard: string; readonly term: number }
  /** What stands in the store under `key` is no lease: nobody takes the shard before it is gone. Told once for each such text. */
  | { readonly kind: "lease-unreadable"; readonly shard: string; readonly key: string }
  /** Calls to a store fail; told once until it answers again. */
  | { readonly kind: "store-failed"; readonly store: "leases" | "shared"; readonly error: unknown }
  | { readonly kind: "store-answers"; readonly store: "leases" | "shared" }
  /** The venue's time could not be had. It is asked again; nothing is taken before. */
  | { readonly kind: "venue-time-failed"; readonly error: unknown }
  /** A hand-over to `to` begins, or ended. */
  | {
      readonly kind: "hand-over";
      readonly shard: string;
      readonly to: string;
      readonly step: "begun" | "done" | "failed";
    }
  /** Another instance takes part, or does no longer. */
  | { readonly kind: "joined" | "left"; readonly instance: string }
  /** Another process takes part under the same name, as `owner`, and began later: this one is to be closed, as `relay serve` does. The later one is told nothing. */
  | { readonly kind: "overtaken"; readonly owner: string }
  /**
   * `instance` means another venue under the same name. One of the two owns nothing: who has just begun, else who does not stand in the plan, else whose name is
   * larger. `joins` says that it is this one, `stays` that it is the other one; a `stays` of two that begin at once may be followed by a `joins`.
   */
  | { readonly kind: "venue-differs"; readonly instance: string; readonly part: "joins" | "stays" }
  /** The same for one whose leases stand for `leaseMs`, another time than those of this one: who waits for less takes a lease from an owner that still acts. */
  | {
      readonly kind: "lease-differs";
      readonly instance: string;
      readonly leaseMs: number;
      readonly part: "joins" | "stays";
    }
  /** A new plan counts. */
  | { readonly kind: "plan"; readonly revision: number; readonly instances: readonly string[]; readonly pairs: number }
  /** What is in the store is no plan. It is left as it is, and the plan at hand counts. */
  | { readonly kind: "plan-unreadable"; readonly error: unknown }
  /** Its own messages no longer come back over the bus: it gives its shards up. */
  | { readonly kind: "cut-off" }
  | { readonly kind: "cut-off-ended" };
