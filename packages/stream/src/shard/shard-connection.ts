import {
  createChannelParser,
  createFrameBody,
  type DepthChannel,
  DepthChannelTable,
  decodeFrame,
  decodePrefixEvent,
  decodePrefixMessage,
  type FrameBody,
  type PrefixData,
  type PrefixMessage,
  ProtocolError,
  type PushEvent,
  type PushRefusal,
  readDepth,
  scanDepth,
  scanDone,
} from "@depthwire/core";
import { prefixProtocolChannels } from "@depthwire/schema";
import { protocolErrorOf } from "../protocol-error-of.js";
import { SessionDriver } from "../session/session-driver.js";
import type { SessionStatus } from "../session/session-events.js";
import type { ShardBook } from "./shard-book.js";
import type { ShardChannel } from "./shard-channel.js";
import type { ShardParts } from "./shard-parts.js";

/** What messages of books mean to their shard. */
export interface BookOwner {
  /** The shard's sink holds a message for `book`. */
  message(book: ShardBook): void;
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
export interface ConnectionOwner {
  readonly books: BookOwner;
  readonly channels: ChannelOwner;
  /** A message was damaged beyond knowing whose it was. */
  damaged(connection: ShardConnection): void;
  status(connection: ShardConnection, status: SessionStatus): void;
  /** A defect: `error` is none that a decoder may throw. */
  defect(error: unknown, connection: ShardConnection): void;
}

const parseTopic = createChannelParser(prefixProtocolChannels, "");

/** One connection with everything that is subscribed on it: bytes in, decoded messages out. */
export class ShardConnection {
  readonly books: Map<number, ShardBook> = new Map();
  /** Channels that are no books, by name. */
  readonly channels: Map<string, ShardChannel> = new Map();
  readonly #parts: ShardParts;
  readonly #owner: ConnectionOwner;
  readonly #depthChannels = new DepthChannelTable();
  readonly #body: FrameBody = createFrameBody();
  readonly #driver: SessionDriver;

  /** @param firstAddress which of the addresses is tried first, counted modulo their number */
  constructor(parts: ShardParts, owner: ConnectionOwner, firstAddress: number) {
    this.#parts = parts;
    this.#owner = owner;
    const handlers = {
      message: (bytes: Uint8Array) => this.#receive(bytes),
      status: (status: SessionStatus) => owner.status(this, status),
      loginText: () => "",
    };
    this.#driver = new SessionDriver(parts.config.session, parts.world, handlers, firstAddress);
  }

  /** Whether subscriptions reach the venue now. */
  get isOpen(): boolean {
    return this.#driver.isOpen;
  }

  /** How many subscriptions it carries. */
  get load(): number {
    return this.books.size + this.channels.size;
  }

  /** Whether another subscription fits. */
  get hasRoom(): boolean {
    return this.load < this.#parts.config.subscriptionsPerConnection;
  }

  /** Connects. Of no effect on a connection that has started. */
  start(): void {
    this.#driver.dispatch({ kind: "start" });
  }

  stop(): void {
    this.#driver.dispatch({ kind: "stop" });
  }

  /** Subscribes to the book: now, or as soon as the connection is open. */
  add(book: ShardBook): void {
    book.connection = this;
    this.books.set(book.id, book);
    this.#depthChannels.add(book.channel);
    this.#driver.dispatch({ kind: "subscribe", channel: book.channel.topic });
  }

  /** Unsubscribes from the book. */
  remove(book: ShardBook): void {
    book.connection = undefined;
    this.books.delete(book.id);
    this.#depthChannels.remove(book.channel.topic);
    this.#driver.dispatch({ kind: "unsubscribe", channel: book.channel.topic });
  }

  /** Subscribes to a channel that is no book. */
  addChannel(channel: ShardChannel): void {
    channel.connection = this;
    this.channels.set(channel.name, channel);
    this.#driver.dispatch({ kind: "subscribe", channel: channel.name });
  }

  /** Unsubscribes from it. */
  removeChannel(channel: ShardChannel): void {
    channel.connection = undefined;
    this.channels.delete(channel.name);
    this.#driver.dispatch({ kind: "unsubscribe", channel: channel.name });
  }

  /** Asks for the full message of a channel again. No acknowledgement exists. @spec field note 6 */
  resubscribe(name: string): void {
    this.#driver.dispatch({ kind: "resubscribe", channel: name });
  }

  /** The walk of one frame. Nothing that a peer sends gets out of here as an exception. */
  #receive(bytes: Uint8Array): void {
    const { counters, inflate, sink, config } = this.#parts;
    counters.frames++;
    counters.bytesIn += bytes.length;
    try {
      const body = decodeFrame(bytes, inflate, config.frameLimits, this.#body);
      counters.bytesInflated += body.end - body.start;
      if (scanDepth(body.bytes, body.start, body.end, this.#depthChannels, sink) === scanDone) {
        this.#deliver(this.#depthChannels.found as DepthChannel);
      } else {
        counters.generalPath++;
        this.#receiveAny(decodePrefixMessage(body.bytes, body.start, body.end));
      }
    } catch (error) {
      this.#failed(error);
    }
  }

  /** Everything that the scanner does not know: other spellings of depth, other channels, messages of the connection. */
  #receiveAny(message: PrefixMessage): void {
    switch (message.kind) {
      case "data":
        this.#receiveData(message);
        break;
      case "ping":
        this.#driver.dispatch({ kind: "ping", ms: message.ms });
        break;
      case "error":
        this.#receiveError(message);
        break;
      default:
        break;
    }
  }

  #receiveData(message: PrefixData): void {
    const book = this.#bookOf(message.topic);
    const channel = this.channels.get(message.topic);
    if (book !== undefined) {
      this.#receiveDepth(message, book);
    } else if (channel !== undefined) {
      this.#receiveEvent(message, channel);
    } else {
      throw new ProtocolError("unknown-topic", { topic: message.topic });
    }
  }

  #receiveDepth(message: PrefixData, book: ShardBook): void {
    const { sink, counters } = this.#parts;
    const { channel } = book;
    try {
      const outcome = readDepth(message, channel, sink);
      if (outcome.kind === "finer") {
        channel.priceScale = outcome.priceScale;
        channel.quantityScale = outcome.quantityScale;
        readDepth(message, channel, sink);
      }
    } catch (error) {
      const refusal = protocolErrorOf(error);
      if (refusal === undefined || refusal.code === "pair-mismatch") {
        throw error;
      }
      counters.reject(refusal.code);
      this.#owner.books.rejected(book, refusal);
      return;
    }
    this.#owner.books.message(book);
  }

  #receiveEvent(message: PrefixData, channel: ShardChannel): void {
    let event: PushEvent;
    try {
      event = decodePrefixEvent(message, parseTopic);
    } catch (error) {
      const refusal = protocolErrorOf(error);
      if (refusal === undefined) {
        throw error;
      }
      this.#parts.counters.reject(refusal.code);
      this.#owner.channels.rejected(channel, refusal);
      return;
    }
    this.#owner.channels.message(channel, event);
  }

  #receiveError({ code, channel: name }: PushRefusal): void {
    this.#parts.counters.venueError(String(code));
    const book = name === undefined ? undefined : this.#bookOf(name);
    const channel = name === undefined ? undefined : this.channels.get(name);
    if (book !== undefined) {
      this.#owner.books.refused(book);
    } else if (channel !== undefined) {
      this.#owner.channels.refused(channel, code);
    }
  }

  #bookOf(topic: string): ShardBook | undefined {
    const channel = this.#depthChannels.findByTopic(topic);
    return channel === undefined ? undefined : this.books.get(channel.index);
  }

  #deliver(channel: DepthChannel): void {
    const book = this.books.get(channel.index);
    if (book !== undefined) {
      this.#owner.books.message(book);
    }
  }

  #failed(error: unknown): void {
    const refusal = protocolErrorOf(error);
    if (refusal === undefined) {
      this.#owner.defect(error, this);
      return;
    }
    this.#parts.counters.reject(refusal.code);
    if (refusal.code !== "unknown-topic" && refusal.code !== "pair-mismatch") {
      this.#owner.damaged(this);
    }
  }
}
