import type { BookView } from "@depthwire/book";
import { type Credential, TransportError, ValidationError } from "@depthwire/core";
import { AbortListeners, redactingLogger } from "@depthwire/core/internal";
import type { PeriodName } from "../channels/kline-period.js";
import type { EventStream, ItemStream } from "../channels/queued-stream.js";
import type { BookStateItem, DealItem, KlineItem } from "../channels/stream-item.js";
import type { TickerStream } from "../channels/ticker-stream.js";
import { printedShort } from "../metrics/printed-statistics.js";
import { createBookDialect } from "../protocol/book-dialect.js";
import { noAccountStatistics } from "./accounts-statistics.js";
import type { BookStream } from "./book-stream.js";
import { Deliveries, type Delivery } from "./deliveries.js";
import { type EngineFeatures, partsOf } from "./engine-features.js";
import { type EngineOptions, type ResolvedEngineOptions, resolveEngineOptions } from "./engine-options.js";
import type { AccountStreams, ChannelStreams, EngineParts, TapWire } from "./engine-parts.js";
import type { EnginePorts } from "./engine-ports.js";
import type { EngineStatistics } from "./engine-statistics.js";
import { type BookStreamOptions, type EveryStateOptions, LiveBooks } from "./live-books.js";
import type { LoginOptions, PrivateStream } from "./private-stream.js";
import { ShardHosts } from "./shard-hosts.js";
import type { KlineStreamOptions, QueuedStreamOptions, StreamOptions } from "./stream-options.js";
import { StreamTally } from "./stream-statistics.js";

export type { EnginePorts } from "./engine-ports.js";
export type { BookStreamOptions, EveryStateOptions } from "./live-books.js";

/** Everything that a venue pushes, as streams. Streams of one channel share one subscription; each has its own reader. */
export interface Engine {
  /**
   * The views of one pair's book, newest wins.
   *
   * @throws ValidationError `value-invalid` for a name that no pair has, `option-invalid`
   * @throws TransportError `closed`, `aborted`
   */
  book(pair: string, options?: BookStreamOptions): BookStream;
  /**
   * Every applied state of one pair's book, in order. Beyond `limit` states that wait the older half becomes one counted `gap`.
   * For programs that must not skip a state; it costs a copy of `levels` levels a message.
   *
   * @throws ValidationError `value-invalid` for a name that no pair has, `option-invalid`
   * @throws TransportError `closed`, `aborted`
   */
  book(pair: string, options: EveryStateOptions): ItemStream<BookStateItem>;
  /**
   * The candles of one pair, joined with those that the venue answers, so that none is missing and none comes twice as new.
   *
   * @param period such as `1min`
   * @throws ValidationError `value-invalid` for a pair or period that is not pushed, `option-invalid`
   * @throws TransportError `closed`, `aborted`
   * @spec document 1, Events, Protocol A; document 1, Endpoints, Contract kline
   */
  klines(pair: string, period: PeriodName, options?: KlineStreamOptions): EventStream<KlineItem>;
  /**
   * The candles of one contract's tag price, one minute each. The venue has no request for them, so the only history is the
   * list that a subscription begins with.
   *
   * @throws ValidationError `value-invalid` for a name that no pair has, `option-invalid`
   * @throws TransportError `closed`, `aborted`
   * @spec document 1, Events, Protocol A
   */
  tagPriceKlines(pair: string, options?: QueuedStreamOptions): EventStream<KlineItem>;
  /**
   * The trades of one pair, oldest first, beginning with the list of the latest ones.
   *
   * @throws ValidationError `value-invalid` for a name that no pair has, `option-invalid`
   * @throws TransportError `closed`, `aborted`
   * @spec document 1, Events, Protocol A; field notes 15 and 20
   */
  deals(pair: string, options?: QueuedStreamOptions): EventStream<DealItem>;
  /**
   * The 24-hour figures of one pair, newest wins. Protocol B has no such channel.
   *
   * @throws ValidationError `value-invalid` for a name that no pair has, `option-invalid`
   * @throws TransportError `closed`, `aborted`
   * @spec document 1, Events, Protocol A; field note 16
   */
  ticker(pair: string, options?: StreamOptions): TickerStream;
  /**
   * Logs in on a connection of its own and follows the account.
   *
   * @throws ValidationError `option-invalid`
   * @throws TransportError `closed`, `aborted`
   */
  login(credential: Credential, options?: LoginOptions): PrivateStream;
  /**
   * The present view of every book that is followed: of inline ones with all their levels, of books in threads what can be
   * read without asking. It is what a recording's checkpoints are made of.
   */
  views(): BookView[];
  /** What happened since the start, as plain data. Printed (`console.log`), counts that are 0 are left out. */
  statistics(): EngineStatistics;
  /** Calls back for each item that a loop gets, with its times. Returns what ends that. The listener must be quick and never throw. */
  onDelivery(listener: (delivery: Delivery) => void): () => void;
  /** Ends all streams, sessions and threads. Resolves when nothing is left; never rejects. */
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * Makes an engine for books, and for what the features add. Where bytes count: what is not passed comes in no bundle, and its
 * methods throw `option-invalid`. It connects when the first stream is asked for.
 *
 * @throws ValidationError `option-invalid`
 */
export function assembleEngine(options: EngineOptions, ports: EnginePorts, features: EngineFeatures = {}): Engine {
  return engineOf(options, ports, partsOf(features));
}

/** {@link assembleEngine} within this package. */
export function engineOf(options: EngineOptions, ports: EnginePorts, parts: EngineParts): Engine {
  return new VenueEngine(resolveEngineOptions(options), tapped(ports, parts.wireTap), parts);
}

/** All connections of this thread are counted by one tap. */
function tapped(ports: EnginePorts, tapWire: TapWire | undefined): EnginePorts {
  const { shard, wireTap } = ports;
  return wireTap === undefined
    ? ports
    : { ...ports, shard: { ...shard, openSocket: passed(tapWire, "wireTap")(shard.openSocket, wireTap) } };
}

/** Says who does what. Each part knows one kind of streams. */
class VenueEngine implements Engine {
  readonly #hosts: ShardHosts;
  readonly #books: LiveBooks;
  readonly #streams: ChannelStreams | undefined;
  readonly #logins: AccountStreams | undefined;
  readonly #deliveries: Deliveries;
  #closing: Promise<void> | undefined;

  constructor(options: ResolvedEngineOptions, ports: EnginePorts, parts: EngineParts) {
    const { channels, accounts, threads, protocols, isListedCode } = parts;
    const logger = ports.logger && redactingLogger(ports.logger);
    const { session, config, verification, klineHistory } = options;
    ports.loops?.attached();
    this.#deliveries = new Deliveries(ports.clock);
    const createDialect = protocols ?? channels?.createDialect ?? createBookDialect;
    // Refused before anything is made, where the protocol is none that was passed.
    const dialect = createDialect(session);
    const shard = { createDialect, createChannels: channels?.createChannels, isListedCode };
    const createThreadHost = threads?.createThreadHost;
    this.#hosts = new ShardHosts({ options, ports, logger, features: { shard, createThreadHost } });
    const listeners = new AbortListeners();
    const shared = { hosts: this.#hosts, ports, deliveries: this.#deliveries, listeners };
    const integrity = config.rules.sequencePolicy === "contiguous" ? "sequenced" : "unsequenced";
    this.#books = new LiveBooks({ ...shared, logger, integrity, verification });
    this.#streams = channels?.createStreams({ ...shared, dialect, klineHistory });
    this.#logins = accounts?.createLogins(options, { ...ports, listeners }, (credential) => logger?.hide(credential));
  }

  book(pair: string, options?: BookStreamOptions): BookStream;
  book(pair: string, options: EveryStateOptions): ItemStream<BookStateItem>;
  book(pair: string, options: BookStreamOptions | EveryStateOptions = {}): BookStream | ItemStream<BookStateItem> {
    this.#checkOpen();
    return "every" in options && options.every
      ? this.#books.bookStates(pair, options)
      : this.#books.book(pair, options);
  }

  views(): BookView[] {
    return this.#books.views();
  }

  klines(pair: string, period: PeriodName, options: KlineStreamOptions = {}): EventStream<KlineItem> {
    this.#checkOpen();
    return passed(this.#streams, "channels").klines(pair, period, options);
  }

  tagPriceKlines(pair: string, options: QueuedStreamOptions = {}): EventStream<KlineItem> {
    this.#checkOpen();
    return passed(this.#streams, "channels").tagPriceKlines(pair, options);
  }

  deals(pair: string, options: QueuedStreamOptions = {}): EventStream<DealItem> {
    this.#checkOpen();
    return passed(this.#streams, "channels").deals(pair, options);
  }

  ticker(pair: string, options: StreamOptions = {}): TickerStream {
    this.#checkOpen();
    return passed(this.#streams, "channels").ticker(pair, options);
  }

  login(credential: Credential, options: LoginOptions = {}): PrivateStream {
    this.#checkOpen();
    return passed(this.#logins, "accounts").login(credential, options);
  }

  statistics(): EngineStatistics {
    const { delivered: viewsHandedOver, handoverMs } = this.#deliveries.counts("book");
    return printedShort({
      ...this.#hosts.statistics(),
      books: this.#books.statuses(),
      threadsLost: this.#hosts.threadsLost,
      verifications: { ...this.#books.verifications },
      viewsHandedOver,
      viewsConflated: this.#books.viewsConflated,
      handoverMs,
      streams: { "book-states": this.#books.statistics(), ...(this.#streams?.statistics() ?? this.#idleStreams()) },
      accounts: this.#logins?.statistics() ?? { ...noAccountStatistics, open: 0 },
    });
  }

  onDelivery(listener: (delivery: Delivery) => void): () => void {
    return this.#deliveries.listen(listener);
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  async #close(): Promise<void> {
    this.#books.close();
    this.#streams?.close();
    this.#logins?.close();
    await this.#hosts.close();
  }

  #idleStreams(): ReturnType<ChannelStreams["statistics"]> {
    const idle = new StreamTally().snapshot(this.#deliveries.counts("klines"));
    return { klines: idle, "tag-price-klines": idle, deals: idle, ticker: idle };
  }

  #checkOpen(): void {
    if (this.#closing !== undefined) {
      throw new TransportError("closed", {});
    }
  }
}

/** What a feature made. @throws ValidationError `option-invalid` where it was not passed */
function passed<Part>(part: Part | undefined, feature: keyof EngineFeatures): Part {
  if (part === undefined) {
    throw new ValidationError("option-invalid", { option: `features.${feature}`, rule: "passed where it is used" });
  }
  return part;
}
