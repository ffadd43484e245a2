import type { DepthBookOutcome, DoubtReason } from "@depthwire/book/internal";
import { ProtocolError } from "@depthwire/core";
import { type DepthChannel, type PushEvent, type PushRefusal, protocolErrorOf } from "@depthwire/core/internal";
import type { ChannelMessage, MessageListener, MessageReader } from "../../protocol/dialect.js";
import { readAtItsScale } from "../../protocol/read-at-its-scale.js";
import { SessionDriver } from "../../session/session-driver.js";
import type { SessionStatus } from "../../session/session-events.js";
import { UnreadableRun } from "../../session/unreadable-run.js";
import type { MissedMessages } from "../../sockets/socket.js";
import type { ShardBook } from "../book/shard-book.js";
import type { ShardChannel } from "../channel/shard-channel.js";
import type { ConnectionOwner } from "./connection-owner.js";
import { Pacer } from "./pacer.js";
import type { ShardParts } from "./shard-parts.js";

/** One connection with everything that is subscribed on it: bytes in, decoded messages out. */
export class ShardConnection implements MessageListener {
  readonly books: Map<number, ShardBook> = new Map();
  /** Channels other than books, by their text on the wire. */
  readonly channels: Map<string, ShardChannel> = new Map();
  /** Bounds how often resyncs are asked for here. */
  readonly pacer: Pacer;
  /** When the message came in that is being walked through, epoch milliseconds. */
  receivedAtMs = 0;
  readonly #parts: ShardParts;
  readonly #owner: ConnectionOwner<ShardConnection>;
  readonly #bookByChannel = new Map<string, ShardBook>();
  readonly #reader: MessageReader;
  readonly #driver: SessionDriver;
  readonly #unreadable = new UnreadableRun();
  /** When the message came in that is being walked through, monotonic milliseconds: a clock is read once a message. */
  #heardAtMs = 0;
  #message: Uint8Array = new Uint8Array(0);
  /** Whose message it has to be; undefined: of any channel. */
  #expected: string | undefined;

  /** @param firstAddress which of the addresses is tried first, counted modulo their number */
  constructor(parts: ShardParts, owner: ConnectionOwner<ShardConnection>, firstAddress: number) {
    this.#parts = parts;
    this.#owner = owner;
    this.pacer = new Pacer(parts.config.resync.connectionPerSecond);
    const { config, dialect, inflate, scanner, counters } = parts;
    this.#reader = dialect.createReader({ inflate, limits: config.frameLimits, scanner, counters });
    const handlers = {
      dialect,
      message: (bytes: Uint8Array, heardAtMs: number, channel: string | undefined) =>
        this.#receive(bytes, heardAtMs, channel),
      status: (status: SessionStatus) => owner.status(this, status),
      loginText: () => "",
      doubted: (channel: string, reason: DoubtReason | undefined) => {
        this.#bookByChannel.get(channel)?.doubt(reason);
        this.channels.get(channel)?.feed.doubt(reason);
      },
      missed: (channel: string, missing: MissedMessages) => this.channels.get(channel)?.feed.missed(missing),
      renewed: (channel: string) => this.#bookByChannel.get(channel)?.depth.renewed(),
    };
    this.#driver = new SessionDriver(config.session, parts.world, handlers, firstAddress);
  }

  /** Whether subscriptions reach the venue now. */
  get isOpen(): boolean {
    return this.#driver.isOpen;
  }

  /** When anything came in last, monotonic milliseconds. */
  get heardAtMs(): number {
    return this.#driver.heardAtMs;
  }

  /** How many subscriptions it carries. */
  get load(): number {
    return this.books.size + this.channels.size;
  }

  /** Whether another subscription fits. */
  get hasRoom(): boolean {
    return this.load < this.#parts.config.subscriptionsPerConnection;
  }

  /** Connects, once. */
  start(): void {
    this.#driver.dispatch({ kind: "start" });
  }

  stop(): void {
    this.#driver.dispatch({ kind: "stop" });
  }

  /** Subscribes to the book: now, or as soon as the connection is open. */
  add(book: ShardBook): void {
    this.books.set(book.id, book);
    this.#bookByChannel.set(book.channel.text, book);
    this.#reader.addDepth(book.channel);
    this.#driver.dispatch({ kind: "subscribe", channel: book.channel.text });
  }

  remove(book: ShardBook): void {
    this.books.delete(book.id);
    this.#bookByChannel.delete(book.channel.text);
    this.#reader.removeDepth(book.channel);
    this.#driver.dispatch({ kind: "unsubscribe", channel: book.channel.text });
  }

  /** Subscribes to a channel that is not a book. */
  addChannel(channel: ShardChannel): void {
    this.channels.set(channel.text, channel);
    this.#driver.dispatch({ kind: "subscribe", channel: channel.text });
  }

  removeChannel(channel: ShardChannel): void {
    this.channels.delete(channel.text);
    this.#driver.dispatch({ kind: "unsubscribe", channel: channel.text });
  }

  /** Asks for the full message of a channel again. No acknowledgement exists. @spec field note 6 */
  resubscribe(channel: string): void {
    this.#driver.dispatch({ kind: "resubscribe", channel });
  }

  /** {@inheritDoc MessageListener.depth} Books of other connections are not ours. */
  depth(channel: DepthChannel): boolean {
    const book = this.books.get(channel.index);
    if (book === undefined || book.channel !== channel || (this.#expected ?? channel.text) !== channel.text) {
      return false;
    }
    this.#tookDepth(book, this.#message, this.#owner.books.message(book, this.#heardAtMs));
    return true;
  }

  followed(index: number): void {
    const book = this.books.get(index) as ShardBook;
    const { counters, scanner } = this.#parts;
    counters.applied++;
    counters.lag.record(this.receivedAtMs - scanner.sink.updatedAtMs);
    this.#tookDepth(book, this.#message, "update");
  }

  data(message: ChannelMessage): void {
    const book = this.#bookByChannel.get(message.channel);
    const channel = this.channels.get(message.channel);
    if (!this.#isOf(message.channel)) {
      return;
    }
    if (book !== undefined) {
      this.#receiveDepth(message, book);
    } else if (channel !== undefined) {
      this.#receiveEvent(message, channel);
    } else {
      this.#failed(new ProtocolError("unknown-channel", { channel: message.channel }));
    }
  }

  ping(ms: number): void {
    if (this.#isOf("")) {
      this.#driver.dispatch({ kind: "ping", ms });
    }
  }

  refusal({ code, channel: text = "" }: PushRefusal): void {
    if (!this.#isOf("")) {
      return;
    }
    this.#parts.counters.venueError(String(code));
    const book = this.#bookByChannel.get(text);
    const channel = this.channels.get(text);
    if (book !== undefined) {
      this.#owner.books.refused(book);
    } else if (channel !== undefined) {
      this.#owner.channels.refused(channel, code);
    }
  }

  /** Nobody logs in here. */
  loginAcknowledged(): void {}

  /** The walk of one message. Nothing that a peer sends gets out of here as an exception. */
  #receive(bytes: Uint8Array, heardAtMs: number, channel: string | undefined): void {
    const { counters, world } = this.#parts;
    this.#heardAtMs = heardAtMs;
    this.#message = bytes;
    this.#expected = channel;
    // Where a message must be of a certain channel, the book asks first.
    this.receivedAtMs = channel === undefined ? world.clock.epochMs() : 0;
    counters.frames++;
    counters.bytesIn += bytes.length;
    try {
      this.#reader.read(bytes, this);
      this.#unreadable.end();
    } catch (error) {
      this.#failed(error);
    }
  }

  /** Whether the message may be of this channel; where not, it is refused. The connection's own messages are of none. */
  #isOf(channel: string): boolean {
    if (this.#expected === undefined || this.#expected === channel) {
      return true;
    }
    this.#failed(new ProtocolError("unknown-channel", { channel }));
    return false;
  }

  /** The channel whose message it had to be has lost it; what came in its place is nobody's. */
  #loseExpected(expected: string, error: ProtocolError): void {
    const book = this.#bookByChannel.get(expected);
    const channel = this.channels.get(expected);
    if (book !== undefined) {
      this.#owner.books.rejected(book, error);
    } else if (channel !== undefined) {
      this.#owner.channels.rejected(channel, error);
    }
  }

  #receiveDepth(message: ChannelMessage, book: ShardBook): void {
    const { sink } = this.#parts.scanner;
    const { channel } = book;
    try {
      readAtItsScale(message, channel, sink);
    } catch (error) {
      const refusal = protocolErrorOf(error);
      if (refusal === undefined || refusal.code === "pair-mismatch") {
        this.#failed(error);
        return;
      }
      this.#parts.counters.reject(refusal.code);
      this.#owner.books.rejected(book, refusal);
      return;
    }
    const bytes = message.alone?.() ?? this.#message;
    this.#tookDepth(book, bytes, this.#owner.books.message(book, this.#heardAtMs));
  }

  #tookDepth(book: ShardBook, bytes: Uint8Array, outcome: DepthBookOutcome): void {
    const { frames } = this.#parts;
    // Who hears a snapshot that nothing proves could place no update behind it.
    if (frames !== undefined && (outcome === "snapshot" || outcome === "update") && !book.depth.awaitsProof) {
      const { epoch, seq, receivedAtMs } = book.depth;
      const { pair, text: channel } = book.channel;
      frames.accepted({ pair, channel, kind: outcome, epoch, seq, receivedAtMs, bytes, event: undefined });
    }
    // Behind the frame: whoever hears that a book is live has heard what makes it so.
    book.flush();
  }

  #receiveEvent(message: ChannelMessage, channel: ShardChannel): void {
    let event: PushEvent;
    try {
      event = message.readEvent();
    } catch (error) {
      const refusal = protocolErrorOf(error);
      if (refusal === undefined) {
        this.#failed(error);
        return;
      }
      this.#parts.counters.reject(refusal.code);
      this.#owner.channels.rejected(channel, refusal);
      return;
    }
    this.#owner.channels.message(channel, event);
    const { frames, world } = this.#parts;
    if (frames !== undefined && "pair" in event) {
      frames.accepted({
        pair: event.pair,
        channel: channel.text,
        kind: "event",
        epoch: channel.feed.epoch,
        seq: 0,
        receivedAtMs: world.clock.epochMs(),
        bytes: message.alone?.() ?? this.#message,
        event,
      });
    }
  }

  #failed(error: unknown): void {
    const refusal = protocolErrorOf(error);
    if (refusal === undefined) {
      this.#owner.defect(error, this);
      return;
    }
    this.#parts.counters.reject(refusal.code);
    if (this.#expected !== undefined) {
      this.#loseExpected(this.#expected, refusal);
    } else if (refusal.code !== "unknown-channel" && refusal.code !== "pair-mismatch") {
      this.#owner.damaged(this);
      this.#endUnreadable();
    }
  }

  #endUnreadable(): void {
    const cause = this.#unreadable.grow();
    if (cause !== undefined) {
      this.#parts.counters.unreadableConnections++;
      this.#driver.dispatch({ kind: "unreadable", cause });
    }
  }
}
