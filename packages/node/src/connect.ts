import { availableParallelism } from "node:os";
import { type BookView, createInflate } from "@depthwire/book";
import { type Clock, type Credential, defaultFrameLimits, TransportError, ValidationError } from "@depthwire/core";
import { checkOptions } from "@depthwire/core/internal";
import type { HaltEnd, HaltOptions, RestClient } from "@depthwire/rest";
import { createDepthSource, createKlineSource } from "@depthwire/rest/internal";
import { createEngine, type Engine, type OpenSocket } from "@depthwire/stream";
import { socketsOfFeeds } from "@depthwire/stream/internal";
import type { Account, AccountConnectOptions } from "./account.js";
import { createNodeClock } from "./clock.js";
import { connectOptionTable } from "./connect-option-table.js";
import type { ConnectOptions } from "./connect-options.js";
import { defaultShards } from "./default-shards.js";
import { createNodeSocketOpener, socketLimitsFor } from "./socket.js";
import { checkNetwork, type SocketNetworkOptions } from "./socket-network.js";
import { createShardThreadPool, type ShardThreadPool } from "./thread.js";
import { VenueCalls } from "./venue-calls.js";
import { InlineRecording, joinRecordings, RecordingReports, type VenueRecording } from "./venue-recording.js";

export type { ConnectOptions } from "./connect-options.js";

/** A venue as a program follows it. */
export interface Venue extends Engine {
  /** What is recorded; undefined without the option `record`. */
  readonly recording: VenueRecording | undefined;
  /**
   * Every public operation as a function; {@link Venue.account} has those that need a key.
   *
   * @throws ValidationError `option-invalid` where no REST address was given
   */
  readonly rest: RestClient;
  /**
   * Opens an account: its calls, its private stream that survives outages, orders as objects. Several live in one process.
   *
   * @throws ValidationError `option-invalid`, also where no REST address was given; `credential-invalid`; TransportError `closed`
   */
  account(credential: Credential, options?: AccountConnectOptions): Account;
  /**
   * Halts every account that is open here: see `Trader.halt`. Accounts that are opened later are not.
   *
   * @returns how each halt ended, when all have; it never rejects
   */
  halt(reason: string, options?: HaltOptions): Promise<readonly HaltEnd[]>;
}

/**
 * Follows a venue: live books, in this thread or in threads of their own. The connections are made when the first book
 * is asked for; while books are followed, the process stays alive.
 *
 * @throws ValidationError `option-invalid`; TransportError `aborted`
 */
export function connect(options: ConnectOptions): Venue {
  checkOptions({ ...options }, connectOptionTable);
  return follow({ ...options });
}

function follow(options: ConnectOptions): Venue {
  const { signal } = options;
  if (signal?.aborted === true) {
    throw new TransportError("aborted", {}, { cause: signal.reason });
  }
  const shards = options.shards ?? defaultShards(options.expectedPairs ?? 0, availableParallelism());
  checkNetwork(options, shards);
  const clock = createNodeClock();
  const calls = callsOf(options, clock);
  const world = { clock, calls };
  const venue = shards === 0 ? connectInline(options, world) : connectThreads(options, shards, world);
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
    if (recording !== undefined) {
      await venue.endRecording();
    }
    await engine.close();
    await calls?.close();
    await venue.release();
  };
  signal?.addEventListener("abort", onAbort, { once: true });
  return venueOf(engine, calls, recording, close);
}

/** What inline engines and those with threads are both made with. */
interface World {
  readonly clock: Clock;
  readonly calls: VenueCalls | undefined;
}

function callsOf(options: ConnectOptions, clock: Clock): VenueCalls | undefined {
  const { restAddress, serviceName, http, rest, logger } = options;
  if (restAddress === undefined) {
    return undefined;
  }
  const addresses = typeof restAddress === "string" ? { rest: restAddress } : restAddress;
  return new VenueCalls({
    addresses,
    serviceName,
    http: { ...networkOf(options), ...http },
    tuning: rest,
    clock,
    logger,
  });
}

/** An engine with what stands behind it. */
interface Connected {
  readonly engine: Engine;
  readonly recording: VenueRecording | undefined;
  endRecording(): Promise<void>;
  /** Ends what stands behind the engine. */
  release(): Promise<void>;
}

function connectInline(options: ConnectOptions, world: World): Connected {
  // A recording is begun before the engine whose books its checkpoints hold.
  let engine: Engine | undefined;
  const books = (): Iterable<BookView> => engine?.views() ?? [];
  const { record, logger } = options;
  const recording = record && new InlineRecording(record, world.clock, books, logger);
  const openSocket = socketsHere(options);
  engine = startEngine(options, 0, world, recording?.tap(openSocket) ?? openSocket, undefined);
  return { engine, recording, endRecording: async () => recording?.close(), release: () => Promise.resolve() };
}

function connectThreads(options: ConnectOptions, shards: number, world: World): Connected {
  const { record, logger, openFeed, socketLimits } = options;
  const reports = record && new RecordingReports(logger);
  // The private session never leaves this thread: what comes in on it is recorded here.
  const own = record && new InlineRecording(record, world.clock, () => [], logger);
  const threads = createShardThreadPool({
    world: { socketLimits, network: networkOf(options), record },
    openFeed,
    onRecording: reports && ((shard, report) => reports.receive(shard, report)),
  });
  const openSocket = socketsHere(options);
  const engine = startEngine(options, shards, world, own?.tap(openSocket) ?? openSocket, threads);
  return {
    engine,
    recording: own && reports && joinRecordings([own, reports]),
    endRecording: async () => void (await Promise.all([own?.close(), threads.endRecordings()])),
    release: () => threads.close(),
  };
}

/** The way to the venue, alone: what is handed to threads holds nothing else of the options. */
function networkOf({ proxy, proxyCredential, proxyCredentialFile, tls }: ConnectOptions): SocketNetworkOptions {
  return { proxy, proxyCredential, proxyCredentialFile, tls };
}

/** The connections of the caller's own thread. */
function socketsHere(options: ConnectOptions): OpenSocket {
  const { frameLimits, socketLimits, openFeed } = options;
  if (openFeed !== undefined) {
    return socketsOfFeeds(openFeed);
  }
  const limits = socketLimitsFor({ ...defaultFrameLimits, ...frameLimits }, socketLimits);
  return createNodeSocketOpener(limits, networkOf(options));
}

function startEngine(
  options: ConnectOptions,
  shards: number,
  { clock, calls }: World,
  openSocket: OpenSocket,
  threads: ShardThreadPool | undefined,
): Engine {
  const { depthSource, klineSource, logger, recoveryFor, wireTap } = options;
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
      depthSource: depthSource ?? (calls && createDepthSource(calls.rest)),
      klineSource: klineSource ?? (calls && createKlineSource(calls.rest)),
      shard: { openSocket, createInflate: () => createInflate(frameLimits) },
    },
  );
}

function venueOf(
  engine: Engine,
  calls: VenueCalls | undefined,
  recording: VenueRecording | undefined,
  close: () => Promise<void>,
): Venue {
  const needed = (): VenueCalls => {
    if (calls === undefined) {
      throw new ValidationError("option-invalid", { option: "restAddress", rule: "given where calls are made" });
    }
    return calls;
  };
  return {
    recording,
    get rest() {
      return needed().rest;
    },
    account: (credential, accountOptions = {}) => needed().open(engine, credential, accountOptions),
    halt: async (reason, haltOptions) => (calls === undefined ? [] : await calls.halt(reason, haltOptions)),
    // Each of its forms.
    book: engine.book.bind(engine) as Engine["book"],
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
