import { type DepthBookOutcome, noBookCounters } from "@depthwire/book/internal";
import { ProtocolError } from "@depthwire/core";
import { type DepthChannel, protocolErrorOf } from "@depthwire/core/internal";
import {
  type CheckpointEntry,
  doubtReasonOf,
  type RecordingEntry,
  recordedChannelOf,
} from "@depthwire/recording/internal";
import type { ChannelKind } from "@depthwire/schema";
import {
  type ChannelMessage,
  createDialect,
  type MessageListener,
  type MessageReader,
  outboundRecordOf,
  readAtItsScale,
  rejectionCause,
} from "@depthwire/stream/internal";
import type { PlannedSegment } from "./plan-recording.js";
import type { MarketListener, MarketTools, TakenDepth } from "./recorded-market.js";
import { createBook, isWhole, type WalkedBook, type WalkedConnection } from "./walked-connection.js";

/** What changes a book's levels; the last two make it lose its state afterwards. */
const appliedOutcomes: ReadonlySet<DepthBookOutcome> = new Set(["snapshot", "update", "crossed", "unknown-level"]);

/**
 * Walks through the entries of one segment and tells what they say, decoded by the engine's own code: a book takes and drops what the live one
 * took and dropped, since its subscriptions are in the recording. Nothing is known from other segments, so that segments can be walked at once.
 */
export class SegmentWalk implements MessageListener {
  /** Frames that no reader understands. */
  unreadable = 0;
  readonly #segment: PlannedSegment;
  readonly #tools: MarketTools;
  readonly #listener: MarketListener;
  readonly #connections = new Map<number, WalkedConnection>();
  readonly #counters = noBookCounters();
  /** By pair: the newest subscription counts. */
  readonly #carried = new Map<string, WalkedBook>();
  readonly #byIndex: WalkedBook[] = [];
  #localUs = 0;
  #origin: TakenDepth["origin"] = "message";
  #reading: WalkedConnection | undefined;

  constructor(segment: PlannedSegment, tools: MarketTools, listener: MarketListener) {
    this.#segment = segment;
    this.#tools = tools;
    this.#listener = listener;
  }

  /** When the latest entry was written, epoch microseconds. */
  get localUs(): number {
    return this.#localUs;
  }

  /** Takes the next entry. */
  take(entry: RecordingEntry): void {
    if ("elapsedNs" in entry) {
      this.#localUs = this.#segment.originUs + Math.round(entry.elapsedNs / 1_000);
    }
    switch (entry.kind) {
      case "inbound":
        this.#read(this.#connectionOf(entry.connection), entry.frame);
        break;
      case "connection": {
        this.#localUs = this.#segment.originUs;
        const connection = this.#connectionOf(entry.connection);
        for (const channel of entry.channels) {
          this.#subscribed(connection, channel);
        }
        break;
      }
      case "checkpoint":
        this.#checkpoint(entry);
        break;
      case "connecting":
        this.#connectionOf(entry.connection);
        break;
      case "closed":
        this.#closed(entry.connection);
        break;
      case "doubted": {
        const walked = this.#connectionOf(entry.connection).books.get(entry.channel);
        walked?.book.doubt(entry.reason === undefined ? undefined : doubtReasonOf(entry.reason));
        if (walked !== undefined) {
          this.#mark(walked);
        }
        break;
      }
      case "gap":
        this.#connectionOf(entry.connection).books.get(entry.channel)?.book.renewed();
        break;
      case "outbound":
        this.#sent(this.#connectionOf(entry.connection), entry.text);
        break;
      default:
        break;
    }
  }

  /** Ends the walk and gives the memory of its books back. */
  end(): void {
    for (const { book, pair, channel } of this.#byIndex) {
      book.levels.release();
      this.#tools.scales.set(pair, channel);
    }
    for (const connection of this.#connections.values()) {
      for (const { channel } of connection.books.values()) {
        connection.reader?.removeDepth(channel);
      }
    }
  }

  /** {@inheritDoc MessageListener.depth} */
  depth(channel: DepthChannel): boolean {
    const walked = this.#byIndex[channel.index];
    if (walked === undefined || walked.channel !== channel || walked.connection !== this.#reading) {
      return false;
    }
    this.#apply(walked);
    return true;
  }

  /** {@inheritDoc MessageListener.data} */
  data(message: ChannelMessage): void {
    const kind = recordedChannelOf(message.channel)?.kind;
    if (kind === "depth") {
      const walked = this.#reading?.books.get(message.channel);
      if (walked !== undefined) {
        this.#readDepth(message, walked);
      }
    } else if (kind !== undefined && this.#wants(kind)) {
      const { serviceName } = this.#reading ?? {};
      this.#listener.event?.({ event: message.readEvent(), serviceName, localUs: this.#localUs });
    }
  }

  /** {@inheritDoc MessageListener.ping} */
  ping(): void {}
  /** {@inheritDoc MessageListener.refusal} */
  refusal(): void {}
  /** {@inheritDoc MessageListener.loginAcknowledged} */
  loginAcknowledged(): void {}

  #wants(kind: ChannelKind): boolean {
    return this.#listener.kinds.has(kind);
  }

  #connectionOf(id: number): WalkedConnection {
    const known = this.#connections.get(id);
    if (known !== undefined) {
      return known;
    }
    const made: WalkedConnection = { id, serviceName: undefined, reader: undefined, books: new Map() };
    this.#connections.set(id, made);
    return made;
  }

  #readerOf(connection: WalkedConnection): MessageReader {
    connection.reader ??= createDialect(
      connection.serviceName === undefined
        ? { protocol: "prefix", serviceName: "" }
        : { protocol: "channel", serviceName: connection.serviceName },
    ).createReader({ ...this.#tools, counters: { bytesInflated: 0, generalPath: 0 } });
    return connection.reader;
  }

  #read(connection: WalkedConnection, frame: Uint8Array): void {
    this.#reading = connection;
    try {
      this.#readerOf(connection).read(frame, this);
    } catch (error) {
      if (protocolErrorOf(error) === undefined) {
        throw error;
      }
      this.unreadable++;
    }
  }

  #sent(connection: WalkedConnection, text: string): void {
    const sent = outboundRecordOf(text);
    if (sent.kind !== "outbound" || sent.change === undefined) {
      return;
    }
    const { change, channel } = sent.change;
    if (change === "added") {
      this.#subscribed(connection, channel);
    } else {
      this.#unsubscribed(connection, channel);
    }
  }

  #subscribed(connection: WalkedConnection, text: string): void {
    const parts = recordedChannelOf(text);
    if (parts === undefined) {
      return;
    }
    if (parts.protocol === "channel") {
      connection.serviceName ??= parts.serviceName;
    }
    if (parts.kind !== "depth" || !this.#wants("depth")) {
      return;
    }
    const known = connection.books.get(text);
    if (known !== undefined) {
      known.book.subscribed("same-connection");
      this.#carried.set(parts.pair, known);
      this.#mark(known);
      return;
    }
    const walked = createBook(
      connection,
      { text, pair: parts.pair, index: this.#byIndex.length },
      this.#tools,
      this.#counters,
    );
    this.#byIndex.push(walked);
    connection.books.set(text, walked);
    this.#carried.set(parts.pair, walked);
    this.#readerOf(connection).addDepth(walked.channel);
    walked.book.subscribed("new-connection");
    this.#mark(walked);
  }

  /** A resync unsubscribes and subscribes again: the book goes on, and what is dropped in between is counted by its sequencer. */
  #unsubscribed(connection: WalkedConnection, text: string): void {
    const walked = connection.books.get(text);
    if (walked !== undefined && isWhole(walked)) {
      walked.book.disconnected("disconnected");
      this.#mark(walked);
    }
  }

  #closed(id: number): void {
    const connection = this.#connections.get(id);
    for (const walked of connection?.books.values() ?? []) {
      connection?.reader?.removeDepth(walked.channel);
      walked.book.disconnected("disconnected");
      this.#mark(walked);
    }
    this.#connections.delete(id);
  }

  #checkpoint({ connection: id, pair, receivedAtMs, frame }: CheckpointEntry): void {
    const connection = this.#connections.get(id);
    if (connection === undefined || this.#carried.get(pair)?.connection !== connection) {
      return;
    }
    this.#origin = this.#segment.follows === "former" ? "known" : "checkpoint";
    this.#localUs = Math.min(receivedAtMs * 1_000, this.#segment.originUs);
    this.#read(connection, frame);
    this.#localUs = this.#segment.originUs;
    this.#origin = "message";
  }

  #apply(walked: WalkedBook): void {
    const { book, channel, taken, pair } = walked;
    const outcome = book.apply(this.#tools.scanner.sink, channel, this.#localUs / 1_000, this.#localUs / 1_000);
    if (appliedOutcomes.has(outcome) && this.#carried.get(pair) === walked) {
      taken.localUs = this.#localUs;
      taken.origin = this.#origin;
      this.#listener.depth?.(taken);
    }
    this.#mark(walked);
  }

  #readDepth(message: ChannelMessage, walked: WalkedBook): void {
    const { channel, book } = walked;
    const { sink } = this.#tools.scanner;
    try {
      readAtItsScale(message, channel, sink);
    } catch (error) {
      const refusal = protocolErrorOf(error);
      if (refusal === undefined || refusal.code === "pair-mismatch") {
        throw error;
      }
      this.unreadable++;
      if (isWhole(walked) && refusal instanceof ProtocolError) {
        book.lose(rejectionCause(refusal));
        this.#mark(walked);
      }
      return;
    }
    this.#apply(walked);
  }

  #mark(walked: WalkedBook): void {
    const { book, pair } = walked;
    if (book.status !== walked.toldStatus && this.#carried.get(pair) === walked) {
      walked.toldStatus = book.status;
      this.#listener.mark?.({ pair, status: book.status, reason: book.reason, localUs: this.#localUs });
    }
  }
}
