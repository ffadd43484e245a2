import type { BookReason, BookStatus } from "@depthwire/book";
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
  /** What the owner says of its own book, or of its subscription to another channel. */
  readonly ownerStatus: BookStatus;
  /** Why, as far as it said so. */
  readonly ownerReason: BookReason | undefined;
  /** Why it is gapped, when it is. */
  readonly lossReason: LossReason;
}

/** What became of a message: it is missing, or what came in its place is of no use. */
export type LossReason = Extract<DoubtReason, "relay-gap" | "relay-malformed">;

/** What happens to a pair. */
export type PairTrustEvent =
  /** A message that counts: a frame or an event. */
  | { readonly kind: "frame"; readonly term: number; readonly relaySeq: number }
  /** A message that counts: what the owner calls its own book from here on. */
  | {
      readonly kind: "status";
      readonly term: number;
      readonly relaySeq: number;
      readonly ownerStatus: BookStatus;
      readonly ownerReason: BookReason | undefined;
    }
  /** An answer to a request: the state behind `relaySeq`. */
  | { readonly kind: "snapshot"; readonly term: number; readonly relaySeq: number }
  /** The owner's row in a beat. */
  | { readonly kind: "row"; readonly term: number; readonly relaySeq: number; readonly ownerStatus: BookStatus }
  /** A message of this pair was damaged, or not taken by the reader. */
  | { readonly kind: "lost"; readonly reason: LossReason };

/**
 * What a message is to the pair:
 * - `take`: the next one
 * - `old-term`, `old`: to be dropped and counted
 * - `early`: of a newer term, or behind a hole: kept until a snapshot has come
 * - `hole`: messages are missing before it; kept like `early`
 */
export type PairVerdict = "take" | "old-term" | "old" | "early" | "hole";

/** Before the first message. */
export const noPairTrust: PairTrust = {
  term: 0,
  relaySeq: 0,
  state: "joining",
  ownerStatus: "syncing",
  ownerReason: undefined,
  lossReason: "relay-gap",
};

/** What is known after an event, and what becomes of its message. */
export function stepPairTrust(
  pair: PairTrust,
  event: PairTrustEvent,
): { readonly pair: PairTrust; readonly verdict: PairVerdict } {
  switch (event.kind) {
    case "frame":
      return takeFrame(pair, event.term, event.relaySeq);
    case "status":
      return takeStatus(pair, event);
    case "snapshot":
      return takeSnapshot(pair, event.term, event.relaySeq);
    case "row":
      return { pair: takeRow(pair, event), verdict: "take" };
    case "lost":
      return { pair: lose(pair, event.reason), verdict: "hole" };
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
    return { pair: lose(pair, "relay-gap"), verdict: "hole" };
  }
  // Written out: a spread of it would cost a fifth of what a link costs a frame.
  const { state, ownerStatus, ownerReason, lossReason } = pair;
  return { pair: { term, relaySeq, state, ownerStatus, ownerReason, lossReason }, verdict: "take" };
}

function takeStatus(
  pair: PairTrust,
  { term, relaySeq, ownerStatus, ownerReason }: PairTrustEvent & { kind: "status" },
): ReturnType<typeof stepPairTrust> {
  const step = takeFrame(pair, term, relaySeq);
  return step.verdict === "take" ? { ...step, pair: { ...step.pair, ownerStatus, ownerReason } } : step;
}

/** A snapshot from before what was taken would show the past again. */
function takeSnapshot(pair: PairTrust, term: number, relaySeq: number): ReturnType<typeof stepPairTrust> {
  if (term < pair.term) {
    return { pair, verdict: "old-term" };
  }
  if (term === pair.term && relaySeq < pair.relaySeq) {
    return { pair, verdict: "old" };
  }
  // Only what is live is given out.
  const { lossReason } = pair;
  const told = { term, relaySeq, state: "following", ownerStatus: "live", ownerReason: undefined, lossReason } as const;
  return { pair: told, verdict: "take" };
}

/**
 * A beat comes behind all that it counts. What it counts and has not come is missing. It counts no less than came before it: what was taken beyond it
 * is no owner's, and the numbers go on from what it counts.
 */
function takeRow(pair: PairTrust, { term, relaySeq, ownerStatus }: PairTrustEvent & { kind: "row" }): PairTrust {
  if (term !== pair.term) {
    return pair;
  }
  const told = pair.ownerStatus === ownerStatus ? pair : { ...pair, ownerStatus, ownerReason: undefined };
  if (relaySeq < told.relaySeq) {
    return { ...told, relaySeq, state: "gapped", lossReason: "relay-malformed" };
  }
  return told.state === "following" && relaySeq > told.relaySeq ? lose(told, "relay-gap") : told;
}

function lose(pair: PairTrust, lossReason: LossReason): PairTrust {
  return pair.state === "following" ? { ...pair, state: "gapped", lossReason } : pair;
}

/** Why the pair's book may not be shown as live now; undefined where it may. */
export function doubtOfPair(
  pair: PairTrust,
  shard: ShardTrust,
  limits: TrustLimits,
  now: Moment,
): DoubtReason | undefined {
  if (pair.state === "gapped") {
    return pair.lossReason;
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
