import type { PushEvent } from "@depthwire/core";

/** What happens to messages of a channel that come faster than its reader takes them. */
export type QueuePolicy =
  /** The newest wins; the others are forgotten without a word. */
  | { readonly kind: "conflate" }
  /** Up to `limit` messages wait; then the oldest are dropped, and one counted gap in their place says so. */
  | { readonly kind: "queue"; readonly limit: number };

/**
 * Why messages of a channel are missing:
 * - `disconnected`: the connection was gone
 * - `thread-lost`: the shard's thread was gone
 * - `overflow`: the reader was too slow
 * - `rejected`: a message could not be read
 * - `damaged-frame`: a frame of the connection was damaged; whether it was this channel's is unknown
 * - `internal-error`: a defect in this package
 */
export type ChannelGapReason =
  | "disconnected"
  | "thread-lost"
  | "overflow"
  | "rejected"
  | "damaged-frame"
  | "internal-error";

/**
 * How a channel stands:
 * - `connecting`: it waits for its first connection
 * - `subscribed`: the subscription is out; nothing has come since
 * - `live`: messages come
 * - `disconnected`: the connection or the thread is gone; the next one is scheduled
 * - `refused`: the venue does not give it; it is asked again from time to time
 */
export type ChannelStatus = "connecting" | "subscribed" | "live" | "disconnected" | "refused";

/** A message of a channel, decoded. */
export interface ChannelEventItem {
  readonly kind: "event";
  readonly event: PushEvent;
  /** When it came in, epoch milliseconds. */
  readonly receivedAtMs: number;
}

/** What came between two times is missing, or may be. Times of receipt, epoch milliseconds. */
export interface ChannelGapItem {
  readonly kind: "gap";
  /** Nothing of what came before is missing. */
  readonly fromMs: number;
  /** Nothing of what came after is missing, up to the next gap. */
  readonly toMs: number;
  readonly reason: ChannelGapReason;
  /** How many messages are known to be missing; 0 where nobody can know. */
  readonly dropped: number;
}

/** One gap that says what two say, the first of which is the earlier. */
export function joinChannelGaps(
  first: ChannelGapItem,
  second: ChannelGapItem,
  reason: ChannelGapReason = second.reason,
): ChannelGapItem {
  return {
    kind: "gap",
    fromMs: Math.min(first.fromMs, second.fromMs),
    toMs: Math.max(first.toMs, second.toMs),
    reason,
    dropped: first.dropped + second.dropped,
  };
}

/** How the channel stands from here on. */
export interface ChannelStatusItem {
  readonly kind: "status";
  readonly status: ChannelStatus;
  /** The venue's number for its refusal. */
  readonly venueCode?: number;
}

/** One thing that a channel's stream says, in order. Plain data. */
export type ChannelItem = ChannelEventItem | ChannelGapItem | ChannelStatusItem;
