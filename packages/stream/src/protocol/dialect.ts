import type { DepthScanner } from "@depthwire/book/internal";
import type { Credential, FrameLimits, Inflate } from "@depthwire/core";
import type {
  ChannelParts,
  DepthChannel,
  DepthReadOutcome,
  DepthSink,
  PushEvent,
  PushRefusal,
} from "@depthwire/core/internal";

/** The venue's two push protocols: the prefix-byte one (A) and the channel one (B). They carry the same data. */
export type PushProtocol = "prefix" | "channel";

/** What tells one dialect from another. Plain data. */
export interface DialectOptions {
  readonly protocol: PushProtocol;
  /** The deployment's own name, with which protocol B's channels begin. @spec field note 1 */
  readonly serviceName: string;
}

/** Makes the dialect of a connection. */
export type CreateDialect = (options: DialectOptions) => Dialect;

/** Everything in which the two protocols differ. What lies above a dialect does not know which one it is. */
export interface Dialect {
  /** The channel as it is written on the wire; undefined where the protocol has no such channel. */
  channelOf(parts: ChannelParts): string | undefined;
  encodeSubscribe(channel: string): string;
  encodeUnsubscribe(channel: string): string;
  /** The login frame: a secret, made when it is sent and kept nowhere. */
  encodeLogin(credential: Credential): string;
  createReader(tools: ReaderTools): MessageReader;
}

/** What a reader works with. */
export interface ReaderTools {
  readonly inflate: Inflate;
  readonly limits: FrameLimits;
  /** Its sink receives depth messages. All connections of a shard share it: one message is read at a time. */
  readonly scanner: DepthScanner;
  readonly counters: ReadCounters;
}

/** What readers count. */
export interface ReadCounters {
  /** Bytes of JSON text, after inflating. */
  bytesInflated: number;
  /** Messages that the byte scanner left to the general path. */
  generalPath: number;
}

/** Reads the messages of one connection, one at a time. */
export interface MessageReader {
  /** Messages of this depth channel are read without a detour from now on. */
  addDepth(channel: DepthChannel): void;
  removeDepth(channel: DepthChannel): void;
  /**
   * Takes one WebSocket message apart and tells the listener what it holds, in order.
   *
   * @throws ProtocolError the codes of damage that belongs to no channel; whatever the listener throws
   */
  read(bytes: Uint8Array, listener: MessageListener): void;
}

/** The listener that gets the content of a message. */
export interface MessageListener {
  /** When the message came in, epoch milliseconds, where its book may be moved on without being asked; 0 or absent: it may not. */
  readonly receivedAtMs?: number;
  /** The book of the channel with this index was moved on, see `BookFollower.follow`. The sink holds the message. */
  followed?(index: number): void;
  /** The sink holds a message of this channel. Returns whether it is one of the listener's, and was taken. */
  depth(channel: DepthChannel): boolean;
  /** Any other message of a channel, not decoded yet. Valid during the call. */
  data(message: ChannelMessage): void;
  /** The venue asks for a pong. */
  ping(ms: number): void;
  refusal(refusal: PushRefusal): void;
  /** @param userId who is logged in; undefined where the protocol does not say */
  loginAcknowledged(userId: string | undefined): void;
}

/** A message of a channel; the code that knows the channel reads it. */
export interface ChannelMessage {
  /** The channel, as {@link Dialect.channelOf} writes it. */
  readonly channel: string;
  /**
   * Reads it as a depth message.
   *
   * @throws ProtocolError where the message cannot be used
   */
  readDepth(channel: DepthChannel, sink: DepthSink): DepthReadOutcome;
  /**
   * Reads it as whatever its channel says.
   *
   * @throws ProtocolError where the message cannot be used
   */
  readEvent(): PushEvent;
  /** The message as if it had come alone; undefined where it did. */
  alone?(): Uint8Array | undefined;
}
