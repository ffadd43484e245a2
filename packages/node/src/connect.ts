import { availableParallelism } from "node:os";
import { defaultFrameLimits } from "@depthwire/core";
import { createEngine, createInflate, type Engine, type EngineOptions, type EnginePorts } from "@depthwire/stream";
import { createNodeClock } from "./clock.js";
import { createDepthSource } from "./depth-source.js";
import { createKlineSource } from "./kline-source.js";
import { createNodeSocketOpener, socketLimitsFor } from "./socket.js";
import { createShardThreadPool } from "./thread.js";

/** Where the venue is and how it is followed. Only the addresses have no default. */
export interface ConnectOptions
  extends EngineOptions,
    Pick<EnginePorts, "depthSource" | "klineSource" | "logger" | "recoveryFor" | "wireTap"> {
  /** How many pairs will be followed, roughly. It decides the default of `shards`; see {@link defaultShards}. */
  readonly expectedPairs?: number | undefined;
  /**
   * Base address of the venue's REST service: with it books can be verified, and under `monotonic` they are, and candles that
   * were not pushed are asked for. `depthSource` and `klineSource` are other ways to ask.
   */
  readonly restAddress?: string | undefined;
}

/** A venue as a program follows it. */
export type Venue = Engine;

/**
 * Follows a venue: live books, in this thread or in threads of their own. The connections are made when the first book
 * is asked for; while books are followed, the process stays alive.
 *
 * @throws ValidationError `option-invalid`
 */
export function connect(options: ConnectOptions): Venue {
  const { expectedPairs = 0, restAddress, depthSource, klineSource, logger, recoveryFor, wireTap, ...rest } = options;
  const sources = restAddress === undefined ? undefined : { restAddress };
  const frameLimits = { ...defaultFrameLimits, ...options.frameLimits };
  const shards = options.shards ?? defaultShards(expectedPairs, availableParallelism());
  const threads = shards === 0 ? undefined : createShardThreadPool({ threads: shards });
  const engine = createEngine(
    { ...rest, shards },
    {
      clock: createNodeClock(),
      random: Math.random,
      logger,
      recoveryFor,
      wireTap,
      startThread: threads?.start,
      depthSource: depthSource ?? (sources && createDepthSource(sources)),
      klineSource: klineSource ?? (sources && createKlineSource(sources)),
      shard: {
        openSocket: createNodeSocketOpener(socketLimitsFor(frameLimits)),
        createInflate: () => createInflate(frameLimits),
      },
    },
  );
  const close = async (): Promise<void> => {
    await engine.close();
    await threads?.close();
  };
  return {
    book: (pair, bookOptions) => engine.book(pair, bookOptions),
    klines: (pair, period, klineOptions) => engine.klines(pair, period, klineOptions),
    tagPriceKlines: (pair, klineOptions) => engine.tagPriceKlines(pair, klineOptions),
    deals: (pair, dealOptions) => engine.deals(pair, dealOptions),
    ticker: (pair, tickerOptions) => engine.ticker(pair, tickerOptions),
    onDelivery: (listener) => engine.onDelivery(listener),
    login: (credential, loginOptions) => engine.login(credential, loginOptions),
    statistics: () => engine.statistics(),
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** Pairs that one connection carries. @spec field note 8 */
const pairsPerConnection = 20;

/**
 * How many threads suit so many pairs: none for what fits one connection, since a hop between threads costs more than
 * decoding a frame; beyond that one for each connection, but leaving one core to the caller.
 */
export function defaultShards(expectedPairs: number, cores: number): number {
  if (expectedPairs <= pairsPerConnection) return 0;
  return Math.min(Math.ceil(expectedPairs / pairsPerConnection), Math.max(1, cores - 1));
}
