import type { PairTrust, ShardTrust } from "@depthwire/relay/internal";

/** A message of an owner. Its connection keeps the order, and the bus may lose any. */
export type Message =
  | { readonly kind: "frame" | "snapshot"; readonly relaySeq: number; readonly state: number }
  | { readonly kind: "beat"; readonly relaySeq: number; readonly isRetiring: boolean; readonly owner: string }
  | { readonly kind: "echo"; readonly sentAtMs: number };

/** An owner: of the first term, and of the second one that takes over. Each follows the venue for itself. */
export interface Owner {
  /** State of the venue that it has. */
  readonly state: number;
  /** State behind each of its numbers, from 0, and since when. */
  readonly published: readonly { readonly state: number; readonly atMs: number }[];
  readonly channel: readonly Message[];
  /** When the newest echo was sent that it has not answered; undefined for none. */
  readonly echoAsked: number | undefined;
  readonly isSnapshotAsked: boolean;
}

/** A venue, two owners that follow one another, a bus and a consumer. Plain data. */
export interface LinkWorld {
  readonly nowMs: number;
  readonly venue: number;
  readonly owners: readonly [Owner, Owner];
  readonly isTakenOver: boolean;
  /** When an echo was sent last. */
  readonly echoAskedMs: number | undefined;
  readonly shard: ShardTrust;
  readonly pair: PairTrust;
  /** State of the venue that the consumer's book shows; undefined where it is none. */
  readonly content: number | undefined;
  readonly kept: readonly { readonly term: number; readonly relaySeq: number; readonly state: number }[];
  /** Largest term that was shown as live. */
  readonly shownTerm: number;
  /** When the largest term that was heard was heard first. */
  readonly newestTermMs: number;
  /** Who spoke under each term, as far as the consumer heard it: one letter each. */
  readonly speakers: readonly [string, string];
  readonly strangers: number;
  readonly fault: string | undefined;
}

/** What can happen. `who` is an owner's place. */
export type LinkMove =
  | { readonly kind: "pass" | "venue" | "take-over" | "ask-echo" | "ask-snapshot" | "reconnect" }
  | { readonly kind: LinkOwnerMove; readonly who: 0 | 1 };

export type LinkOwnerMove =
  | "publish"
  | "beat"
  | "retire"
  | "answer-echo"
  | "answer-snapshot"
  | "stranger"
  | "deliver"
  | "lose"
  | "damage";
