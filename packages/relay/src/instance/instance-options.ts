import type { Clock, Random } from "@depthwire/core";
import type { Bus } from "../bus/bus.js";
import type { LeaseStore } from "../ports/lease-store.js";
import type { Subjects } from "../wire/subjects.js";
import type { RelayInstanceEvent } from "./instance-event.js";

/** A book that an engine follows, as far as an instance cares. */
export interface FollowedBook {
  /** Ends the following. */
  close(): void;
}

/** What a {@link RelayInstance} is made of, and how it behaves. */
export interface RelayInstanceOptions {
  /** The connection of this process or thread, for all that it publishes. */
  readonly bus: Bus;
  /** Where the leases are, one key for each shard. */
  readonly leaseStore: LeaseStore;
  /** Where the plan is: small texts. */
  readonly sharedStore: LeaseStore;
  readonly subjects: Subjects;
  /**
   * Name of this instance in the plan: the host's, say. It stays the same over a restart, so that the same shards come back. The name under which it
   * owns shards has a drawn ending, which no other process has.
   */
  readonly name: string;
  readonly clock: Clock;
  readonly random: Random;
  /** Pairs that this instance can follow, over protocol A. */
  readonly pairs: readonly string[];
  /**
   * Has the engine follow a pair: `(pair) => engine.book(pair)`. Called for each pair that is wanted, and closed when it no longer is. Absent: the engine
   * follows every pair anyway.
   */
  readonly follow?: ((pair: string) => FollowedBook) | undefined;
  /** `warm` (default): follows the pairs of the shards that it owns or stands by for; `cold`: only of those that it owns, or is to own. */
  readonly standby?: "warm" | "cold" | undefined;
  /** How long a lease stands that is not renewed, in milliseconds; default 3,000. It must be the same in all instances. */
  readonly leaseMs?: number | undefined;
  /** How often beats are sent, in milliseconds; default 100. */
  readonly beatEveryMs?: number | undefined;
  /** No answer of a store after so many milliseconds is a failure; default 500. */
  readonly callLimitMs?: number | undefined;
  /**
   * `stop` (default): an owner whose lease ran out owns nothing. `publish`: it goes on under the same term as long as its store of leases does not answer
   * anybody who takes part: nobody can have won then.
   */
  readonly onLeaseLoss?: "stop" | "publish" | undefined;
  /** What to do about a store that gives one revision to several updates: `refuse` (default) it, or `allow` it: two may own a shard at times. */
  readonly unsafeStore?: "refuse" | "allow" | undefined;
  /** Asks the venue for its time, epoch milliseconds: terms are made from it, so that they grow even where the store was lost. */
  readonly venueTimeMs: () => Promise<number>;
  /** Time since boot in milliseconds, with the time asleep, where the platform tells it. */
  readonly bootMs?: (() => number) | undefined;
  /** Called with what a person wants to hear. It must be quick and must not throw. */
  readonly listener?: ((event: RelayInstanceEvent) => void) | undefined;
}
