import type { DepthBookOutcome } from "@depthwire/book/internal";
import type { ProtocolError } from "@depthwire/core";
import type { PushEvent } from "@depthwire/core/internal";
import type { SessionStatus } from "../../session/session-events.js";
import type { ShardBook } from "../book/shard-book.js";
import type { ShardChannel } from "../channel/shard-channel.js";

/** What messages of books mean to their shard. */
export interface BookOwner {
  /** The shard's sink holds a message for `book`, which came in at `heardAtMs`, monotonic milliseconds. It is not flushed yet. */
  message(book: ShardBook, heardAtMs: number): DepthBookOutcome;
  /** A message that names `book` could not be used. */
  rejected(book: ShardBook, error: ProtocolError): void;
  /** The venue refused the subscription of `book`. */
  refused(book: ShardBook): void;
}

/** What messages of other channels mean to their shard. */
export interface ChannelOwner {
  message(channel: ShardChannel, event: PushEvent): void;
  /** A message of the channel could not be used. */
  rejected(channel: ShardChannel, error: ProtocolError): void;
  /** The venue refused the channel. */
  refused(channel: ShardChannel, venueCode: number): void;
}

/** What a connection's messages mean to the shard that owns it. */
export interface ConnectionOwner<Connection> {
  readonly books: BookOwner;
  readonly channels: ChannelOwner;
  /** A message was damaged beyond knowing whose it was. */
  damaged(connection: Connection): void;
  status(connection: Connection, status: SessionStatus): void;
  /** A defect: no decoder may throw this `error`. */
  defect(error: unknown, connection: Connection): void;
}
