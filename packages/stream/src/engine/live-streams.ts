import { giveUpBy, type Received } from "@depthwire/account/internal";
import { ValidationError } from "@depthwire/core";
import type { AbortListeners } from "@depthwire/core/internal";
import { type ChannelKind, klinePeriodMs, type Pair } from "@depthwire/schema";
import type { Board } from "../channels/board.js";
import { ChannelSubscription } from "../channels/channel-subscription.js";
import { DealBoard } from "../channels/deal-board.js";
import { KlineBoard, type KlineReader, mergeKlines } from "../channels/kline-board.js";
import { KlineHistory, type KlineHistoryOptions } from "../channels/kline-history.js";
import { checkKlinePeriod, type PeriodName, type PushedPeriod } from "../channels/kline-period.js";
import { type EventStream, QueuedStream, type QueuedStreamOwner } from "../channels/queued-stream.js";
import type { DealItem, DealUpdate, KlineItem, KlineUpdate, StreamKind } from "../channels/stream-item.js";
import { TickerBoard } from "../channels/ticker-board.js";
import { ConflatedTicker, type TickerStream } from "../channels/ticker-stream.js";
import type { Dialect } from "../protocol/dialect.js";
import { checkPair } from "./check-request.js";
import type { Deliveries } from "./deliveries.js";
import type { EnginePorts } from "./engine-ports.js";
import type { ShardHosts } from "./shard-hosts.js";
import {
  checkStreamOptions,
  type KlineStreamOptions,
  klineOptionTable,
  limitOf,
  type QueuedStreamOptions,
  queuedOptionTable,
  type StreamOptions,
  streamOptionTable,
} from "./stream-options.js";
import { type StreamStatistics, StreamTally } from "./stream-statistics.js";

/** What {@link LiveStreams} are made of. */
export interface LiveStreamsParts {
  readonly hosts: ShardHosts;
  readonly ports: Pick<EnginePorts, "clock" | "klineSource" | "loops">;
  readonly dialect: Dialect;
  readonly klineHistory: KlineHistoryOptions;
  readonly deliveries: Deliveries;
  /** Follows signals of callers. */
  readonly listeners: AbortListeners;
}

/** What two streams of one channel have in common. */
interface ChannelRequest<Stream> {
  readonly kind: Exclude<ChannelKind, "private" | "depth">;
  readonly pair: Pair;
  readonly period: string;
  /** Makes the channel's board when nobody reads it yet. `resume`: items may be taken again. */
  readonly createBoard: (resume: () => void) => Board<Stream>;
}

/** The streams that are kept here. */
type QueuedKind = Exclude<StreamKind, "book-states">;

/** The streams of an engine besides books: one subscription a channel, shared by all who read it. */
export class LiveStreams {
  readonly #parts: LiveStreamsParts;
  /** By the channel as it is written on the wire, which tells of what kind it is. */
  readonly #subscriptions = new Map<string, ChannelSubscription<never>>();
  readonly #streams = new Set<{ close(): void }>();
  readonly #tallies: Readonly<Record<QueuedKind, StreamTally>> = {
    klines: new StreamTally(),
    "tag-price-klines": new StreamTally(),
    deals: new StreamTally(),
    ticker: new StreamTally(),
  };
  #nextChannel = 1;

  constructor(parts: LiveStreamsParts) {
    this.#parts = parts;
  }

  /** See `Engine.klines`. */
  klines(pair: string, period: PeriodName, options: KlineStreamOptions): EventStream<KlineItem> {
    checkStreamOptions(options, klineOptionTable);
    return this.#klines("klines", checkPair(pair), checkKlinePeriod(period), options);
  }

  /** See `Engine.tagPriceKlines`. */
  tagPriceKlines(pair: string, options: QueuedStreamOptions): EventStream<KlineItem> {
    checkStreamOptions(options, queuedOptionTable);
    return this.#klines("tag-price-klines", checkPair(pair), "1min", options);
  }

  /** See `Engine.deals`. */
  deals(pair: string, options: QueuedStreamOptions): EventStream<DealItem> {
    const name = checkPair(pair);
    checkStreamOptions(options, queuedOptionTable);
    const limit = limitOf(options);
    const subscription = this.#subscribe({
      kind: "deals",
      pair: name,
      period: "",
      createBoard: () => new DealBoard(),
    });
    const owner = this.#owner<DealUpdate>("deals", (stream) => this.#leave(subscription, stream));
    const stream = new QueuedStream<DealUpdate>({
      pair: name,
      limit,
      giveUp: giveUpBy(options.signal, this.#parts.listeners),
      watch: { loops: this.#parts.ports.loops, name: `deals ${name}` },
      owner,
    });
    this.#join("deals", subscription, stream, stream);
    return stream;
  }

  /** See `Engine.ticker`. */
  ticker(pair: string, options: StreamOptions): TickerStream {
    const name = checkPair(pair);
    checkStreamOptions(options, streamOptionTable);
    const subscription = this.#subscribe({
      kind: "ticker",
      pair: name,
      period: "",
      createBoard: () => new TickerBoard(name),
    });
    const stream = new ConflatedTicker({
      first: (subscription.board as TickerBoard).view,
      giveUp: giveUpBy(options.signal, this.#parts.listeners),
      loops: this.#parts.ports.loops,
      delivered: ({ receivedAtMs, ticker }) =>
        this.#parts.deliveries.record("ticker", receivedAtMs, ticker?.updatedAtMs),
      closed: (closed) => {
        this.#forget("ticker", closed);
        this.#leave(subscription, closed);
      },
    });
    this.#join("ticker", subscription, stream, stream);
    return stream;
  }

  statistics(): Readonly<Record<QueuedKind, StreamStatistics>> {
    const of = (kind: QueuedKind): StreamStatistics =>
      this.#tallies[kind].snapshot(this.#parts.deliveries.counts(kind));
    return {
      klines: of("klines"),
      "tag-price-klines": of("tag-price-klines"),
      deals: of("deals"),
      ticker: of("ticker"),
    };
  }

  close(): void {
    for (const stream of this.#streams) {
      stream.close();
    }
  }

  #klines(
    kind: "klines" | "tag-price-klines",
    pair: Pair,
    period: PushedPeriod,
    options: KlineStreamOptions,
  ): EventStream<KlineItem> {
    const { history = 0 } = options;
    const limit = limitOf(options, history + 1);
    const subscription = this.#subscribe({
      kind: kind === "klines" ? "kline" : "tag-price-kline",
      pair,
      period,
      createBoard: (onIdle) => this.#klineBoard(kind, pair, period, onIdle),
    });
    const owner = this.#owner<KlineUpdate>(kind, () => this.#leave(subscription, reader));
    const stream = new QueuedStream<KlineUpdate>({
      pair,
      limit,
      merge: mergeKlines,
      giveUp: giveUpBy(options.signal, this.#parts.listeners),
      watch: { loops: this.#parts.ports.loops, name: `${kind} ${pair} ${period}` },
      owner,
    });
    const reader: KlineReader = { stream, history };
    this.#join(kind, subscription, reader, stream);
    return stream;
  }

  /** The venue answers candles of trades only. */
  #klineBoard(kind: "klines" | "tag-price-klines", pair: Pair, period: PushedPeriod, onIdle: () => void): KlineBoard {
    const { ports, klineHistory } = this.#parts;
    const source = kind === "klines" ? ports.klineSource : undefined;
    const history = new KlineHistory({ pair, period, source, clock: ports.clock, options: klineHistory });
    return new KlineBoard({ periodMs: klinePeriodMs[period], history, onIdle });
  }

  #owner<Content extends Received>(
    kind: QueuedKind,
    onClosed: (stream: QueuedStream<Content>) => void,
  ): QueuedStreamOwner<Content> {
    const tally = this.#tallies[kind];
    return {
      queued: (item, dropped) => {
        tally.dropped += dropped;
        tally.gaps += item.kind === "gap" ? 1 : 0;
      },
      delivered: (item) => {
        if ("receivedAtMs" in item) {
          this.#parts.deliveries.record(kind, item.receivedAtMs);
        }
      },
      closed: (stream) => {
        this.#forget(kind, stream);
        onClosed(stream);
      },
    };
  }

  /** The channel's subscription, a new one where nobody reads it yet. */
  #subscribe<Stream>({ kind, pair, period, createBoard }: ChannelRequest<Stream>): ChannelSubscription<Stream> {
    const { dialect, hosts } = this.#parts;
    const text = dialect.channelOf({ kind, pair, period });
    if (text === undefined) {
      throw new ValidationError("option-invalid", { option: "protocol", rule: `one that has a ${kind} channel` });
    }
    // One channel is of one kind, and so are the streams that read it.
    const known = this.#subscriptions.get(text) as ChannelSubscription<Stream> | undefined;
    if (known !== undefined) {
      return known;
    }
    const board = createBoard(() => subscription.resume());
    const host = hosts.hostFor(pair);
    const subscription = new ChannelSubscription({ id: this.#nextChannel++, text, host, board });
    return subscription;
  }

  /** Lets a stream read the channel, and opens that for the first one. */
  #join<Stream>(
    kind: QueuedKind,
    subscription: ChannelSubscription<Stream>,
    reader: Stream,
    stream: { close(): void; readonly waiting?: number },
  ): void {
    this.#streams.add(stream);
    this.#tallies[kind].streams.add(stream);
    const isNew = subscription.readers === 0;
    subscription.join(reader);
    if (isNew) {
      this.#subscriptions.set(subscription.text, subscription as ChannelSubscription<never>);
      subscription.open();
    }
  }

  #forget(kind: QueuedKind, stream: { close(): void; readonly waiting?: number }): void {
    this.#streams.delete(stream);
    this.#tallies[kind].streams.delete(stream);
  }

  #leave<Stream>(subscription: ChannelSubscription<Stream>, reader: Stream): void {
    subscription.leave(reader);
    if (subscription.readers === 0) {
      this.#subscriptions.delete(subscription.text);
      subscription.close();
    }
  }
}
