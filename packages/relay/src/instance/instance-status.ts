import type { BookReason, BookStatus } from "@depthwire/book";
import type { OwnerCounts } from "../owner/owner-counts.js";

/** A book of a shard that is not live at the instance. */
export interface BookNotLive {
  readonly pair: string;
  readonly status: BookStatus;
  readonly reason?: BookReason | undefined;
}

/** One shard as an instance sees it. Plain data. */
export interface ShardStatus {
  readonly shard: string;
  /**
   * `owner`: it publishes; `handing-over`: it publishes until its successor does; `standby`: it takes the shard when the
   * owner dies.
   */
  readonly role: "owner" | "handing-over" | "standby";
  /** How long it has been that, milliseconds by this instance's clocks. */
  readonly roleForMs: number;
  /** The term that it owns under, or the newest that it heard; 0 for none. */
  readonly term: number;
  /** Name under which the present owner owns it; undefined where nobody is known to. */
  readonly owner: string | undefined;
  /** Pairs of the shard in the plan. */
  readonly pairs: number;
  /** Of these, how many have a live book at this instance: a warm standby's, too. */
  readonly live: number;
  /** How long as many have been live, milliseconds; 0 where none ever was. */
  readonly liveForMs: number;
  /** `unreadable`: what stands in the store is no lease, so that nobody takes the shard. */
  readonly lease: "readable" | "unreadable";
  /** How long ago this owner sent the newest renewal that the store accepted, milliseconds; undefined where it is not the owner. */
  readonly leaseAgeMs: number | undefined;
  readonly booksNotLive: readonly BookNotLive[];
}

/** Another instance that takes part. */
export interface MemberStatus {
  readonly name: string;
  /** Name under which it owns shards: another one after each start. */
  readonly owner: string;
  /** How long ago it was heard, milliseconds. */
  readonly silentMs: number;
  /** Shards that it owns. */
  readonly shards: readonly string[];
}

/** What an instance says of itself. Plain data, without secrets. */
export interface RelayInstanceStatus {
  readonly name: string;
  /** Name under which it owns shards. */
  readonly owner: string;
  /** `cut-off`: its own messages do not come back over the bus. */
  readonly state: "starting" | "taking-part" | "cut-off" | "closing" | "closed";
  readonly standby: "warm" | "cold";
  /** Undefined before the first one was read. */
  readonly plan:
    | { readonly revision: number; readonly pairs: number; readonly instances: readonly string[] }
    | undefined;
  readonly stores: { readonly leases: "answers" | "away"; readonly shared: "answers" | "away" };
  readonly members: readonly MemberStatus[];
  /** Shards that it owns, stands by for or follows, in order. */
  readonly shards: readonly ShardStatus[];
  /** Since the start. */
  readonly counts: InstanceCounts;
  /** What it has published since the start, and dropped as malformed. */
  readonly published: Readonly<OwnerCounts>;
}

/** What happened since the start. */
export interface InstanceCounts {
  readonly won: number;
  readonly lost: number;
  readonly handedOver: number;
  /** Renewals of leases that the store accepted. */
  readonly renewals: number;
  /** Calls to stores that failed. */
  readonly storeFailures: number;
  /** Times that a store stopped answering. */
  readonly storeStalls: number;
  /** Words of other instances that could not be read. */
  readonly malformed: number;
}
