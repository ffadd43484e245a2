import type { BookReason, BookStatus, BookView } from "@depthwire/book";
import type { PushEvent } from "@depthwire/core/internal";
import type { ChannelStatus } from "../channel/channel-item.js";

/** A frame that was applied. Its bytes are valid during the call only. */
export interface AcceptedFrame {
  readonly pair: string;
  /** The channel as it is written on the wire. */
  readonly channel: string;
  /** What it was to its book; `event` for channels that are not books. */
  readonly kind: "snapshot" | "update" | "event";
  /** Epoch of the book behind it. For an event: changes where messages of its channel may be missing before it. */
  readonly epoch: number;
  /** The venue's number of the state behind it; 0 for events. */
  readonly seq: number;
  /** When it came in, epoch milliseconds. */
  readonly receivedAtMs: number;
  /** The message as the venue sent it; where that held several channels' messages, this one alone. */
  readonly bytes: Uint8Array;
  /** What an event says, decoded; undefined for books. */
  readonly event: PushEvent | undefined;
}

/** A listener for what a shard's books took, called in the shard's own thread, after it was applied. It must be quick and never throw. */
export interface FrameListener {
  accepted(frame: AcceptedFrame): void;
  /** What a book is called changed. It comes behind the frame that changed it. A book that is followed no longer is `stale (closed)`. */
  status(pair: string, status: BookStatus, reason: BookReason | undefined): void;
  /** How a channel that is not a book stands changed. One that is followed no longer is `disconnected`. */
  channelStatus?(channel: string, status: ChannelStatus): void;
}

/** What a listener may ask of its shard, in the same thread, once it has been told anything. */
export interface ShardState {
  /** The present book of a pair, with the best levels of each side, by default all; undefined while there is none. */
  bookOf(pair: string, levels?: number): BookView | undefined;
  /** When the connection of a pair's book heard anything last, monotonic milliseconds; undefined while it has none. */
  heardAtMs(pair: string): number | undefined;
}
