import { type Random, ValidationError } from "@depthwire/core";
import {
  anything,
  callback,
  numberAbove0,
  type OptionTable,
  objectWith,
  oneOf,
  required,
  wholeFrom,
} from "@depthwire/core/internal";
import { defaultBeatEveryMs, type RelayOwnerOptions } from "../owner/relay-owner.js";
import type { LeaseStore } from "../ports/lease-store.js";
import { checkSubjectPart } from "../wire/subjects.js";
import type { RelayInstanceEvent } from "./instance-event.js";

/** A book that an engine follows, as far as an instance cares. */
export interface FollowedBook {
  /** Ends the following. */
  close(): void;
}

/** What a {@link RelayInstance} is made of, and how it behaves. */
export interface RelayInstanceOptions extends Omit<RelayOwnerOptions, "owner" | "holds"> {
  /** Where the leases are, one key for each shard. */
  readonly leaseStore: LeaseStore;
  /** Where the plan is: small texts. */
  readonly sharedStore: LeaseStore;
  /**
   * What tells this venue from others: its address, or another text that all instances of it have. Who joins instances that say another one is told
   * `venue-differs`, and owns nothing. Absent: nobody compares.
   */
  readonly venueIdentity?: string | undefined;
  /**
   * Name of this instance in the plan: the host's, say. It stays the same over a restart, so that the same shards come back. The name under which it
   * owns shards has a drawn ending, which no other process has.
   */
  readonly name: string;
  readonly random: Random;
  /**
   * Has the engine follow a pair: `(pair) => engine.book(pair)`. Called for each pair that is wanted, and closed when it no longer is. Absent: the engine
   * follows every pair anyway.
   */
  readonly follow?: ((pair: string) => FollowedBook) | undefined;
  /** `warm` (default): follows the pairs of the shards that it owns or stands by for; `cold`: only of those that it owns, or is to own. */
  readonly standby?: "warm" | "cold" | undefined;
  /**
   * How long a lease stands that is not renewed, in whole milliseconds from 500; default 3,000. It must be the same in all instances: who joins instances that
   * say another one is told `lease-differs`, and owns nothing.
   */
  readonly leaseMs?: number | undefined;
  /** No answer of a store after so many milliseconds is a failure; default 500, or a quarter of the lease where that is less. */
  readonly callLimitMs?: number | undefined;
  /**
   * `stop` (default): an owner whose lease ran out owns nothing. `publish`: it goes on under the same term as long as its store of leases does not answer
   * anybody who takes part: nobody can have won then.
   */
  readonly onLeaseLoss?: "stop" | "publish" | undefined;
  /** What to do about a store that gives one revision to several updates: `refuse` (default) it, or `allow` it: two may own a shard at times. */
  readonly unsafeStore?: "refuse" | "allow" | undefined;
  /**
   * How long an instance that should own a shard has to be as live as its owner before the shard is handed over to it, in milliseconds; default two leases.
   */
  readonly rebalanceAfterMs?: number | undefined;
  /** Longest time that `close()` spends on hand-overs, and on waiting for whoever may soon be live for a shard, in milliseconds; default 5,000. */
  readonly closeLimitMs?: number | undefined;
  /** Asks the venue for its time, epoch milliseconds: terms are made from it, so that they grow even where the store was lost. */
  readonly venueTimeMs: () => Promise<number>;
  /** Time since boot in milliseconds, with the time asleep, where the platform tells it. */
  readonly bootMs?: (() => number) | undefined;
  /** Called with what a person wants to hear. It must be quick and must not throw. */
  readonly listener?: ((event: RelayInstanceEvent) => void) | undefined;
}

/** A shorter lease runs out before five beats tell that an owner is silent, and while a store takes as long as a call to it may. Milliseconds. */
export const minLeaseMs = 500;

/** What each option may be. */
export const instanceOptionsTable: OptionTable<RelayInstanceOptions> = {
  bus: /* @__PURE__ */ required(objectWith("publish", "subscribe", "request", "onStatus")),
  leaseStore: /* @__PURE__ */ required(objectWith("read", "compareAndSet")),
  sharedStore: /* @__PURE__ */ required(objectWith("read", "compareAndSet")),
  subjects: /* @__PURE__ */ required(objectWith("members", "ops", "beat")),
  venueIdentity: anything,
  name: /* @__PURE__ */ required(anything),
  clock: /* @__PURE__ */ required(objectWith("after", "monotonicMs", "epochMs")),
  random: /* @__PURE__ */ required(callback),
  pairs: /* @__PURE__ */ required({
    rule: "a list of at least one pair",
    holds: (value) => Array.isArray(value) && value.length > 0,
  }),
  follow: callback,
  standby: /* @__PURE__ */ oneOf("warm", "cold"),
  leaseMs: /* @__PURE__ */ wholeFrom(minLeaseMs),
  beatEveryMs: numberAbove0,
  callLimitMs: numberAbove0,
  protocol: /* @__PURE__ */ oneOf("prefix", "channel"),
  serviceName: anything,
  views: { hz: /* @__PURE__ */ required(numberAbove0), levels: numberAbove0 },
  onLeaseLoss: /* @__PURE__ */ oneOf("stop", "publish"),
  unsafeStore: /* @__PURE__ */ oneOf("refuse", "allow"),
  rebalanceAfterMs: numberAbove0,
  closeLimitMs: numberAbove0,
  venueTimeMs: /* @__PURE__ */ required(callback),
  bootMs: callback,
  listener: callback,
};

/** Numbers and words with what stands for those that were not given. */
export interface InstanceSettings {
  readonly standby: "warm" | "cold";
  readonly onLeaseLoss: "stop" | "publish";
  readonly leaseMs: number;
  readonly beatEveryMs: number;
  readonly callLimitMs: number;
  readonly rebalanceAfterMs: number;
  readonly closeLimitMs: number;
}

/** The options' defaults. */
export function settingsOf(options: RelayInstanceOptions): InstanceSettings {
  const { standby = "warm", onLeaseLoss = "stop", leaseMs = 3_000, beatEveryMs = defaultBeatEveryMs } = options;
  // Whoever holds a lease has to know that the store is away before the lease is over.
  const { callLimitMs = Math.min(500, leaseMs / 4) } = options;
  const { rebalanceAfterMs = 2 * leaseMs, closeLimitMs = 5_000 } = options;
  return { standby, onLeaseLoss, leaseMs, beatEveryMs, callLimitMs, rebalanceAfterMs, closeLimitMs };
}

/** Room for the drawn ending in a part of a subject. */
const maxNameLength = 40;

/**
 * A name under which nobody else owns anything: two processes that are started at the same moment have different ones, and so have two lives of one.
 *
 * @throws ValidationError `value-invalid`
 */
export function drawnOwner({ name, clock, random }: RelayInstanceOptions): string {
  checkSubjectPart("instance", name);
  if (name.length > maxNameLength) {
    throw new ValidationError("value-invalid", { path: "instance", rule: `at most ${maxNameLength} characters` });
  }
  const base = 36;
  return `${name}-${clock.epochMs().toString(base)}-${Math.floor(random() * 2 ** 32).toString(base)}`;
}
