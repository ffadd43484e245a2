import type { StreamGap } from "@depthwire/account";
import type { PushEvent } from "@depthwire/core/internal";

/** What happens to messages of a channel that come faster than its reader takes them. */
export type QueuePolicy =
  /** The newest wins; the others are forgotten without a word. */
  | { readonly kind: "conflate" }
  /** Up to `limit` messages wait; then the oldest are dropped, and one counted gap in their place says so. */
  | { readonly kind: "queue"; readonly limit: number };

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

/** How the channel stands from here on. */
export interface ChannelStatusItem {
  readonly kind: "status";
  readonly status: ChannelStatus;
  /** The venue's number for its refusal. */
  readonly venueCode?: number;
}

/** One thing that a channel's stream says, in order. Plain data. */
export type ChannelItem = ChannelEventItem | StreamGap | ChannelStatusItem;
