import { BoundedQueue, channelStandIn, isReceived } from "@depthwire/account/internal";
import type { ChannelEventItem, ChannelItem, ChannelStatusItem, QueuePolicy } from "./channel-item.js";

/**
 * What a channel has said and its reader has not taken. Bounded whatever comes: between two messages there is at most one
 * gap and one status, and of messages there are no more than the policy allows.
 */
export class ChannelQueue {
  readonly #policy: QueuePolicy;
  readonly #items: BoundedQueue<ChannelItem>;

  constructor(policy: QueuePolicy) {
    this.#policy = policy;
    this.#items = new BoundedQueue<ChannelItem>({
      limit: policy.kind === "conflate" ? 1 : policy.limit,
      counts: isReceived,
      standIn: policy.kind === "conflate" ? latestStatus : channelStandIn<ChannelEventItem, ChannelStatusItem>,
    });
  }

  get isEmpty(): boolean {
    return this.#items.isEmpty;
  }

  /** Adds an item. Returns how many messages were dropped for it; a conflated one is not missed. */
  push(item: ChannelItem): number {
    const dropped = this.#items.push(item);
    return this.#policy.kind === "conflate" ? 0 : dropped;
  }

  /** Takes everything out, oldest first. */
  take(): readonly ChannelItem[] {
    return this.#items.takeAll();
  }
}

/** Where the newest message wins, older ones and gaps between them are not missed. */
function latestStatus(items: readonly ChannelItem[]): readonly ChannelItem[] {
  return items.filter(({ kind }) => kind === "status").slice(-1);
}
