import {
  createFrameBody,
  type DepthChannel,
  DepthChannelTable,
  type DepthSink,
  decodeFrame,
  decodePrefixMessage,
  type FrameBody,
  type Inflate,
  type PrefixMessage,
  ProtocolError,
  readDepth,
  scanDepth,
  scanDone,
} from "@depthwire/core";
import { protocolErrorOf } from "../protocol-error-of.js";
import { SessionDriver, type SessionPorts } from "../session/session-driver.js";
import type { SessionStatus } from "../session/session-events.js";
import type { ShardBook } from "./shard-book.js";
import type { ShardConfig } from "./shard-config.js";
import type { ShardCounters } from "./shard-statistics.js";

/** What a connection's messages mean to the shard that owns it. */
export interface ConnectionOwner {
  /** The shard's sink holds a message for `book`. */
  message(book: ShardBook, connection: ShardConnection): void;
  /** A message that names `book` could not be used. */
  rejected(book: ShardBook, error: ProtocolError): void;
  /** A message was damaged beyond knowing whose it was. */
  damaged(connection: ShardConnection): void;
  /** The venue refused the subscription of `book`. */
  refused(book: ShardBook): void;
  status(connection: ShardConnection, status: SessionStatus): void;
  /** A defect: `error` is none that a decoder may throw. */
  defect(error: unknown, connection: ShardConnection): void;
}

/** What connections of one shard share: one thread decodes one message at a time. */
export interface ConnectionTools {
  readonly inflate: Inflate;
  readonly sink: DepthSink;
  readonly counters: ShardCounters;
}

/** One connection with the books that are subscribed on it: bytes in, decoded messages out. */
export class ShardConnection {
  readonly books: Map<number, ShardBook> = new Map();
  readonly #config: ShardConfig;
  readonly #tools: ConnectionTools;
  readonly #owner: ConnectionOwner;
  readonly #channels = new DepthChannelTable();
  readonly #body: FrameBody = createFrameBody();
  readonly #driver: SessionDriver;

  /** @param firstAddress which of the addresses is tried first, counted modulo their number */
  constructor(
    config: ShardConfig,
    ports: SessionPorts,
    tools: ConnectionTools,
    owner: ConnectionOwner,
    firstAddress: number,
  ) {
    this.#config = config;
    this.#tools = tools;
    this.#owner = owner;
    const handlers = {
      message: (bytes: Uint8Array) => this.#receive(bytes),
      status: (status: SessionStatus) => owner.status(this, status),
      loginText: () => "",
    };
    this.#driver = new SessionDriver(config.session, ports, handlers, firstAddress);
  }

  /** Whether subscriptions reach the venue now. */
  get isOpen(): boolean {
    return this.#driver.isOpen;
  }

  /** Whether another book fits. */
  get hasRoom(): boolean {
    return this.books.size < this.#config.subscriptionsPerConnection;
  }

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
    this.#channels.add(book.channel);
    this.#driver.dispatch({ kind: "subscribe", channel: book.channel.topic });
  }

  /** Unsubscribes from the book. */
  remove(book: ShardBook): void {
    book.connection = undefined;
    this.books.delete(book.id);
    this.#channels.remove(book.channel.topic);
    this.#driver.dispatch({ kind: "unsubscribe", channel: book.channel.topic });
  }

  /** Asks for a fresh snapshot. No acknowledgement exists. @spec field note 6 */
  resubscribe(book: ShardBook): void {
    this.#driver.dispatch({ kind: "resubscribe", channel: book.channel.topic });
  }

  /** The walk of one frame. Nothing that a peer sends gets out of here as an exception. */
  #receive(bytes: Uint8Array): void {
    const { counters, inflate, sink } = this.#tools;
    counters.frames++;
    counters.bytesIn += bytes.length;
    try {
      const body = decodeFrame(bytes, inflate, this.#config.frameLimits, this.#body);
      counters.bytesInflated += body.end - body.start;
      if (scanDepth(body.bytes, body.start, body.end, this.#channels, sink) === scanDone) {
        this.#deliver(this.#channels.found as DepthChannel);
      } else {
        counters.generalPath++;
        this.#receiveAny(decodePrefixMessage(body.bytes, body.start, body.end));
      }
    } catch (error) {
      this.#failed(error);
    }
  }

  /** Everything that the scanner does not know: other spellings of depth, and messages of the connection itself. */
  #receiveAny(message: PrefixMessage): void {
    switch (message.kind) {
      case "data":
        this.#receiveData(message);
        break;
      case "ping":
        this.#driver.dispatch({ kind: "ping", ms: message.ms });
        break;
      case "error":
        this.#receiveError(message.code, message.channel);
        break;
      default:
        break;
    }
  }

  #receiveData(message: Extract<PrefixMessage, { kind: "data" }>): void {
    const channel = this.#channels.findByTopic(message.topic);
    const book = channel === undefined ? undefined : this.books.get(channel.index);
    if (channel === undefined || book === undefined) {
      throw new ProtocolError("unknown-topic", { topic: message.topic });
    }
    try {
      const outcome = readDepth(message, channel, this.#tools.sink);
      if (outcome.kind === "finer") {
        channel.priceScale = outcome.priceScale;
        channel.quantityScale = outcome.quantityScale;
        readDepth(message, channel, this.#tools.sink);
      }
    } catch (error) {
      const refusal = protocolErrorOf(error);
      if (refusal === undefined || refusal.code === "pair-mismatch") {
        throw error;
      }
      this.#tools.counters.reject(refusal.code);
      this.#owner.rejected(book, refusal);
      return;
    }
    this.#owner.message(book, this);
  }

  #receiveError(code: number, topic: string | undefined): void {
    this.#tools.counters.venueError(String(code));
    const channel = topic === undefined ? undefined : this.#channels.findByTopic(topic);
    const book = channel === undefined ? undefined : this.books.get(channel.index);
    if (book !== undefined) {
      this.#owner.refused(book);
    }
  }

  #deliver(channel: DepthChannel): void {
    const book = this.books.get(channel.index);
    if (book !== undefined) {
      this.#owner.message(book, this);
    }
  }

  #failed(error: unknown): void {
    const refusal = protocolErrorOf(error);
    if (refusal === undefined) {
      this.#owner.defect(error, this);
      return;
    }
    this.#tools.counters.reject(refusal.code);
    if (refusal.code !== "unknown-topic" && refusal.code !== "pair-mismatch") {
      this.#owner.damaged(this);
    }
  }
}
