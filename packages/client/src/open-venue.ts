import { type BookView, createInflate } from "@depthwire/book";
import { type Clock, defaultFrameLimits, type Random, TransportError, ValidationError } from "@depthwire/core";
import { checkOptions } from "@depthwire/core/internal";
import type { VenueAddresses } from "@depthwire/rest";
import { createDepthSource, createKlineSource } from "@depthwire/rest/internal";
import { createEngine, type Engine, type EnginePorts, type OpenSocket } from "@depthwire/stream";
import { resolveEngineOptions } from "@depthwire/stream/internal";
import { closeOnce } from "./closing.js";
import { defaultShards } from "./default-shards.js";
import { explainingLogger } from "./explaining-logger.js";
import { type NeededPorts, neededPorts } from "./needed-ports.js";
import { type Venue, venueOf } from "./venue.js";
import { VenueCalls } from "./venue-calls.js";
import { venueOptionTable } from "./venue-option-table.js";
import type { VenueOptions } from "./venue-options.js";
import type { ShardThreads, VenuePorts } from "./venue-ports.js";
import { InlineRecording, joinRecordings, RecordingReports } from "./venue-recording.js";

/**
 * Follows a venue through the ports of a runtime: live books, in the caller's thread or in threads of their own; calls, accounts, recordings. The
 * connections are made when the first book is asked for. Programs on Node call `connect` of `@depthwire/node`, which brings the ports.
 *
 * @throws ValidationError `option-invalid`, also for an option whose port is absent; TransportError `aborted`
 */
export function openVenue(options: VenueOptions, ports: VenuePorts): Venue {
  const given = { ...options };
  checkOptions(given, venueOptionTable);
  const { signal } = given;
  if (signal?.aborted === true) {
    throw new TransportError("aborted", {}, { cause: signal.reason });
  }
  const shards = given.shards ?? usualShards(given, ports);
  // Before anything is opened that would have to be closed again.
  resolveEngineOptions({ ...given, shards });
  return follow(given, shards, neededPorts(given, shards, ports));
}

function usualShards({ expectedPairs = 0 }: VenueOptions, { threads }: VenuePorts): number {
  return threads === undefined ? 0 : defaultShards(expectedPairs, threads.cores);
}

function follow(options: VenueOptions, shards: number, ports: NeededPorts): Venue {
  const { signal, logger, record, openFeed } = options;
  const { clock, recordings: files } = ports;
  const reports = record && ports.threads && new RecordingReports(logger);
  const onRecording = reports?.receive.bind(reports);
  const threads = ports.threads?.open({ shards, openFeed, onRecording });
  const calls = callsOf(options, ports);
  // A recording is begun before the engine whose books its checkpoints hold. Threads record their own books: what is left for this
  // thread is the private session, which never leaves it.
  let engine: Engine | undefined;
  const books = (): Iterable<BookView> => (threads === undefined ? (engine?.views() ?? []) : []);
  const own = record && files && new InlineRecording(record, { clock, files, books }, logger);
  const openSocket = own?.tap(ports.openSocket) ?? ports.openSocket;
  engine = createEngine({ ...options, shards }, enginePorts(options, { ...ports, openSocket, calls, threads }));
  const recording = own && joinRecordings(reports === undefined ? [own] : [own, reports]);
  return venueOf({ engine, calls, recording, close: closeOnce(signal, { own, threads, engine, calls }) });
}

function callsOf(options: VenueOptions, { clock, random, http }: NeededPorts): VenueCalls | undefined {
  const { restAddress, serviceName, rest: tuning, logger } = options;
  if (restAddress === undefined || http === undefined) {
    return undefined;
  }
  const addresses = typeof restAddress === "string" ? { rest: restAddress } : restAddress;
  try {
    return new VenueCalls({ addresses, serviceName, tuning, http, clock, random, logger });
  } catch (error) {
    throw underItsName(error, restAddress);
  }
}

/** The client of calls knows the option as `addresses`; here its name is another. */
function underItsName(error: unknown, restAddress: string | VenueAddresses): unknown {
  if (!(error instanceof ValidationError && "option" in error.details)) {
    return error;
  }
  const { option, rule } = error.details;
  const name = option.replace(
    /^addresses(\.rest$)?/,
    typeof restAddress === "string" ? "restAddress" : "restAddress$1",
  );
  return name === option ? error : new ValidationError("option-invalid", { option: name, rule });
}

/** What an engine is made with, besides its options. */
interface EngineParts {
  readonly clock: Clock;
  readonly random: Random;
  /** Recorded, where the venue is. */
  readonly openSocket: OpenSocket;
  readonly onReachable: NeededPorts["onReachable"];
  readonly calls: VenueCalls | undefined;
  readonly threads: ShardThreads | undefined;
}

function enginePorts(
  options: VenueOptions,
  { clock, random, openSocket, onReachable, calls, threads }: EngineParts,
): EnginePorts {
  const { depthSource, klineSource, logger, recoveryFor, wireTap, doubtOf, shardFor, listenToFrames } = options;
  const frameLimits = { ...defaultFrameLimits, ...options.frameLimits };
  return {
    clock,
    random,
    logger: logger && explainingLogger(logger),
    recoveryFor,
    wireTap,
    doubtOf,
    shardFor,
    startThread: threads?.start,
    depthSource: depthSource ?? (calls && createDepthSource(calls.rest)),
    klineSource: klineSource ?? (calls && createKlineSource(calls.rest)),
    shard: { openSocket, onReachable, createInflate: () => createInflate(frameLimits), listenToFrames },
  };
}
