import type { ChannelItem, ChannelStatusItem, QueuePolicy } from "../shard/channel/channel-item.js";

/** What one channel has said, shared by all its streams. It joins, tells apart and passes on; it knows no connection. */
export interface Board<Stream> {
  /** How its channel waits for the caller's thread. */
  readonly policy: QueuePolicy;
  /** Whether items have to wait, because what is missing before them is being asked for. */
  readonly isBusy: boolean;
  /** Takes the channel's next item. Only while it is not busy. */
  receive(item: ChannelItem): void;
  /** From now on the stream gets all items, beginning with what it needs to know. */
  join(stream: Stream): void;
  leave(stream: Stream): void;
  /** Ends what is under way. */
  close(): void;
}

/** Most messages of a channel that wait for the caller's thread; the streams' own bounds come behind that. */
export const channelQueue: QueuePolicy = { kind: "queue", limit: 10_000 };

/** How a channel stands before anything is known. */
export const initialStatus: ChannelStatusItem = { kind: "status", status: "connecting" };
