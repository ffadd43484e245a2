import type { DoubtReason } from "@depthwire/book/internal";
import { ageMs, type Moment } from "../time/moment.js";
import { doubtOfPair, type PairTrust } from "../trust/pair-trust.js";
import { doubtOfShard, freshWithinMs, type ShardTrust } from "../trust/shard-trust.js";
import type { OwnerStatus } from "../wire/owner-status.js";
import { type LinkParts, momentOf } from "./link-parts.js";

/** How a book stands behind a link at one moment. */
export interface LinkStanding {
  /** Why it may not be called live; undefined where it may. */
  readonly doubt: DoubtReason | undefined;
  /** Who owns the pair, as far as it is known. */
  readonly owner: string | undefined;
  /** Newest term that was heard; 0 before the first. */
  readonly term: number;
  /** What the owner calls its own book, and why: told at once, behind all that led to it. */
  readonly upstream: OwnerStatus;
  /** What the venue had told longer than so many milliseconds ago is in the book; undefined where nothing proves it. */
  readonly freshWithinMs: number | undefined;
}

/** The word of an owner that has no state to give. */
export type Refusal = OwnerStatus & { readonly term: number };

/** How a book stands at this moment. */
export function standingOf(
  pair: PairTrust,
  shard: ShardTrust,
  refusal: Refusal | undefined,
  parts: Pick<LinkParts, "limits" | "clock" | "bootMs">,
): LinkStanding {
  const { term, ownerStatus, ownerReason } = pair;
  const refused = refusal?.term === shard.term && term !== shard.term ? refusal : undefined;
  const now = momentOf(parts);
  const doubt = doubtOfPair(pair, shard, parts.limits, now);
  return {
    doubt,
    owner: shard.owner,
    term: shard.term,
    upstream: { status: refused?.status ?? ownerStatus, reason: refused ? refused.reason : ownerReason },
    freshWithinMs: doubt === undefined ? freshWithinMs(shard, term, now) : undefined,
  };
}

/**
 * Whether the owner is to be asked for a state. What is of a former term stays while it may be shown, until its successor's can be: a hand-over takes no
 * book out of live. Who joins asks an owner that has proven itself: the state of one that has not would be stale, for no fault of its own. It waits for that as
 * long as any owner's word is believed.
 */
export function needsState(
  pair: PairTrust,
  shard: ShardTrust,
  joinedAt: Moment,
  parts: Pick<LinkParts, "limits" | "clock" | "bootMs">,
): boolean {
  if (shard.term === 0 || pair.state === "gapped") {
    return shard.term > 0;
  }
  const { limits } = parts;
  const now = momentOf(parts);
  const isOwnerProven = doubtOfShard(shard, shard.term, limits, now) === undefined;
  if (pair.state === "joining") {
    return isOwnerProven || ageMs(joinedAt, now) > limits.echoMs;
  }
  return shard.term > pair.term && (isOwnerProven || doubtOfPair(pair, shard, limits, now) !== undefined);
}
