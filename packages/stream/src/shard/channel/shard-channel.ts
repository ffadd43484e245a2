import type { CancelTimer } from "@depthwire/core";
import { ChannelFeed, type ChannelFeedParts } from "./channel-feed.js";

/** One channel of a shard that is not a book. */
export class ShardChannel {
  readonly id: number;
  /** The channel as it is written on the wire. */
  readonly text: string;
  readonly feed: ChannelFeed;
  #cancelTimer: CancelTimer | undefined;

  constructor(text: string, parts: ChannelFeedParts) {
    this.id = parts.id;
    this.text = text;
    this.feed = new ChannelFeed(parts);
  }

  /** Sets the one timer of the channel: the next try after a refusal. */
  setTimer(cancel: CancelTimer | undefined): void {
    this.#cancelTimer?.();
    this.#cancelTimer = cancel;
  }
}
