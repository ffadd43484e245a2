import type { BookStatus } from "@depthwire/book";
import type { DoubtReason } from "@depthwire/book/internal";
import type { Moment } from "../time/moment.js";
import { doubtOfShard, type ShardTrust, type TrustLimits, trustedTermForMs } from "./shard-trust.js";

/** What a consumer knows of one pair's channel. Plain data. */
export interface PairTrust {
  /** The term that the book here is of; 0 before its first snapshot. */
  readonly term: number;
  /** Last message of that term that was taken. */
  readonly relaySeq: number;
  /** `joining`: no snapshot yet; `following`: no hole so far; `gapped`: one was found, and a snapshot is needed. */
  readonly state: "joining" | "following" | "gapped";
  /** What the owner says of its own book. */
  readonly ownerStatus: BookStatus;
}

/** What happens to a pair. */
export type PairTrustEvent =
  /** A message that counts: a frame, an event or a status. */
  | { readonly kind: "frame"; readonly term: number; readonly relaySeq: number }
  /** An answer to a request: the state behind `relaySeq`. */
  | { readonly kind: "snapshot"; readonly term: number; readonly relaySeq: number }
  /** The owner's row in a beat. */
  | { readonly kind: "row"; readonly term: number; readonly relaySeq: number; readonly ownerStatus: BookStatus }
  /** A message of this pair was damaged, or not taken by the reader. */
  | { readonly kind: "lost" };

/**
 * What a message is to the pair:
 * - `take`: the next one
 * - `old-term`, `old`: to be dropped and counted
 * - `early`: of a newer term, or behind a hole: kept until a snapshot has come
 * - `hole`: messages are missing before it; kept like `early`
 */
export type PairVerdict = "take" | "old-term" | "old" | "early" | "hole";

/** Before the first message. */
export const noPairTrust: PairTrust = { term: 0, relaySeq: 0, state: "joining", ownerStatus: "syncing" };

/** What is known after an event, and what becomes of its message. */
export function stepPairTrust(
  pair: PairTrust,
  event: PairTrustEvent,
): { readonly pair: PairTrust; readonly verdict: PairVerdict } {
  switch (event.kind) {
    case "frame":
      return takeFrame(pair, event.term, event.relaySeq);
    case "snapshot":
      return takeSnapshot(pair, event.term, event.relaySeq);
    case "row":
      return { pair: takeRow(pair, event), verdict: "take" };
    case "lost":
      return { pair: lose(pair), verdict: "hole" };
  }
}

function takeFrame(pair: PairTrust, term: number, relaySeq: number): ReturnType<typeof stepPairTrust> {
  if (term < pair.term) {
    return { pair, verdict: "old-term" };
  }
  if (term > pair.term || pair.state === "joining") {
    return { pair, verdict: "early" };
  }
  if (relaySeq <= pair.relaySeq) {
    return { pair, verdict: "old" };
  }
  if (pair.state === "gapped") {
    return { pair, verdict: "early" };
  }
  if (relaySeq !== pair.relaySeq + 1) {
    return { pair: lose(pair), verdict: "hole" };
  }
  return { pair: { ...pair, relaySeq }, verdict: "take" };
}

/** A snapshot from before what was taken would show the past again. */
function takeSnapshot(pair: PairTrust, term: number, relaySeq: number): ReturnType<typeof stepPairTrust> {
  if (term < pair.term) {
    return { pair, verdict: "old-term" };
  }
  if (term === pair.term && relaySeq < pair.relaySeq) {
    return { pair, verdict: "old" };
  }
  const ownerStatus = term === pair.term ? pair.ownerStatus : "live";
  return { pair: { term, relaySeq, state: "following", ownerStatus }, verdict: "take" };
}

/** A beat comes behind all that it counts. What it counts and has not come is missing. */
function takeRow(pair: PairTrust, { term, relaySeq, ownerStatus }: PairTrustEvent & { kind: "row" }): PairTrust {
  if (term !== pair.term) {
    return pair;
  }
  const told = pair.ownerStatus === ownerStatus ? pair : { ...pair, ownerStatus };
  return told.state === "following" && relaySeq > told.relaySeq ? lose(told) : told;
}

function lose(pair: PairTrust): PairTrust {
  return pair.state === "following" ? { ...pair, state: "gapped" } : pair;
}

/** Why the pair's book may not be shown as live now; undefined where it may. */
export function doubtOfPair(
  pair: PairTrust,
  shard: ShardTrust,
  limits: TrustLimits,
  now: Moment,
): DoubtReason | undefined {
  if (pair.state === "gapped") {
    return "relay-gap";
  }
  const doubt = doubtOfShard(shard, pair.term, limits, now);
  if (doubt !== undefined) {
    // Without a book of any term no owner can have changed.
    return pair.term === 0 && doubt === "owner-changed" ? "relay-silent" : doubt;
  }
  return pair.ownerStatus === "live" ? undefined : "upstream-not-live";
}

/** How much longer the pair's book may be shown as live if nothing more is heard, in milliseconds; 0 where it may not. */
export function trustedForMs(pair: PairTrust, shard: ShardTrust, limits: TrustLimits, now: Moment): number {
  return doubtOfPair(pair, shard, limits, now) === undefined ? trustedTermForMs(shard, pair.term, limits, now) : 0;
}
