import { availableParallelism } from "node:os";
import { type Clock, defaultFrameLimits, TransportError } from "@depthwire/core";
import {
  type BookView,
  createEngine,
  createInflate,
  type Engine,
  type EngineOptions,
  type EnginePorts,
  type OpenFeed,
  type OpenSocket,
  socketsOfFeeds,
} from "@depthwire/stream";
import { createNodeClock } from "./clock.js";
import { defaultShards } from "./default-shards.js";
import { createDepthSource } from "./depth-source.js";
import { createKlineSource } from "./kline-source.js";
import type { DirectoryRecordOptions } from "./shard-task.js";
import { createNodeSocketOpener, type NodeSocketLimits, socketLimitsFor } from "./socket.js";
import { checkNetwork, type SocketNetworkOptions } from "./socket-network.js";
import { createShardThreadPool, type ShardThreadPool } from "./thread.js";
import { InlineRecording, joinRecordings, RecordingReports, type VenueRecording } from "./venue-recording.js";

/** Where the venue is and how it is followed. Only the addresses have no default. */
export interface ConnectOptions
  extends EngineOptions,
    SocketNetworkOptions,
    Pick<EnginePorts, "depthSource" | "klineSource" | "logger" | "recoveryFor" | "wireTap"> {
  /** How many pairs will be followed, roughly. It decides the default of `shards`; see {@link defaultShards}. */
  readonly expectedPairs?: number | undefined;
  /**
   * Base address of the venue's REST service: with it books can be verified, and under `monotonic` they are, and candles that
   * were not pushed are asked for. `depthSource` and `klineSource` are other ways to ask.
   */
  readonly restAddress?: string | undefined;
  /** Bounds of each connection; see {@link defaultNodeSocketLimits}. */
  readonly socketLimits?: Partial<NodeSocketLimits> | undefined;
  /** Everything that comes in is written down in this directory, for replay. */
  readonly record?: DirectoryRecordOptions | undefined;
  /** Connections of the program's own, in place of those that this package makes: the books of an embedding program. */
  readonly openFeed?: OpenFeed | undefined;
  /** Closes the venue. */
  readonly signal?: AbortSignal | undefined;
}

/** A venue as a program follows it. */
export interface Venue extends Engine {
  /** What is recorded; undefined without the option `record`. */
  readonly recording: VenueRecording | undefined;
}

/**
 * Follows a venue: live books, in this thread or in threads of their own. The connections are made when the first book
 * is asked for; while books are followed, the process stays alive.
 *
 * @throws ValidationError `option-invalid`; TransportError `aborted`
 */
export function connect(options: ConnectOptions): Venue {
  const { signal } = options;
  if (signal?.aborted === true) throw new TransportError("aborted", {}, { cause: signal.reason });
  const shards = options.shards ?? defaultShards(options.expectedPairs ?? 0, availableParallelism());
  checkNetwork(options, shards);
  const clock = createNodeClock();
  const venue = shards === 0 ? connectInline(options, clock) : connectThreads(options, shards, clock);
  const { engine, recording } = venue;
  let closing: Promise<void> | undefined;
  const close = (): Promise<void> => {
    closing ??= closeAll();
    return closing;
  };
  const onAbort = (): void => void close();
  const closeAll = async (): Promise<void> => {
    signal?.removeEventListener("abort", onAbort);
    // Before the books are left: so that the last segment ends with them.
    if (recording !== undefined) await venue.endRecording();
    await engine.close();
    await venue.release();
  };
  signal?.addEventListener("abort", onAbort, { once: true });
  return venueOf(engine, recording, close);
}

/** An engine with what stands behind it. */
interface Connected {
  readonly engine: Engine;
  readonly recording: VenueRecording | undefined;
  endRecording(): Promise<void>;
  /** Ends what stands behind the engine. */
  release(): Promise<void>;
}

function connectInline(options: ConnectOptions, clock: Clock): Connected {
  // A recording is begun before the engine whose books its checkpoints hold.
  let engine: Engine | undefined;
  const books = (): Iterable<BookView> => engine?.views() ?? [];
  const { record, logger } = options;
  const recording = record && new InlineRecording(record, clock, books, logger);
  const openSocket = socketsHere(options);
  engine = startEngine(options, 0, clock, recording?.tap(openSocket) ?? openSocket, undefined);
  return { engine, recording, endRecording: async () => recording?.close(), release: () => Promise.resolve() };
}

function connectThreads(options: ConnectOptions, shards: number, clock: Clock): Connected {
  const { record, logger, openFeed, socketLimits, proxy, tls } = options;
  const reports = record && new RecordingReports(logger);
  // The private session never leaves this thread: what comes in on it is recorded here.
  const own = record && new InlineRecording(record, clock, () => [], logger);
  const threads = createShardThreadPool({
    threads: shards,
    world: { socketLimits, network: { proxy, tls }, record },
    openFeed,
    onRecording: reports && ((shard, report) => reports.receive(shard, report)),
  });
  const openSocket = socketsHere(options);
  const engine = startEngine(options, shards, clock, own?.tap(openSocket) ?? openSocket, threads);
  return {
    engine,
    recording: own && reports && joinRecordings([own, reports]),
    endRecording: async () => void (await Promise.all([own?.close(), threads.endRecordings()])),
    release: () => threads.close(),
  };
}

/** The connections of the caller's own thread. */
function socketsHere({ frameLimits, socketLimits, proxy, tls, openFeed }: ConnectOptions): OpenSocket {
  if (openFeed !== undefined) return socketsOfFeeds(openFeed);
  const limits = socketLimitsFor({ ...defaultFrameLimits, ...frameLimits }, socketLimits);
  return createNodeSocketOpener(limits, { proxy, tls });
}

function startEngine(
  options: ConnectOptions,
  shards: number,
  clock: Clock,
  openSocket: OpenSocket,
  threads: ShardThreadPool | undefined,
): Engine {
  const { restAddress, depthSource, klineSource, logger, recoveryFor, wireTap } = options;
  const sources = restAddress === undefined ? undefined : { restAddress };
  const frameLimits = { ...defaultFrameLimits, ...options.frameLimits };
  return createEngine(
    { ...options, shards },
    {
      clock,
      random: Math.random,
      logger,
      recoveryFor,
      wireTap,
      startThread: threads?.start,
      depthSource: depthSource ?? (sources && createDepthSource(sources)),
      klineSource: klineSource ?? (sources && createKlineSource(sources)),
      shard: { openSocket, createInflate: () => createInflate(frameLimits) },
    },
  );
}

function venueOf(engine: Engine, recording: VenueRecording | undefined, close: () => Promise<void>): Venue {
  return {
    recording,
    book: (pair, bookOptions) => engine.book(pair, bookOptions),
    klines: (pair, period, klineOptions) => engine.klines(pair, period, klineOptions),
    tagPriceKlines: (pair, klineOptions) => engine.tagPriceKlines(pair, klineOptions),
    deals: (pair, dealOptions) => engine.deals(pair, dealOptions),
    ticker: (pair, tickerOptions) => engine.ticker(pair, tickerOptions),
    onDelivery: (listener) => engine.onDelivery(listener),
    login: (credential, loginOptions) => engine.login(credential, loginOptions),
    views: () => engine.views(),
    statistics: () => engine.statistics(),
    close,
    [Symbol.asyncDispose]: close,
  };
}
