import { type BookCounters, noBookCounters } from "@depthwire/book/internal";
import type { ProtocolErrorCode } from "@depthwire/core/internal";
import { type HistogramSnapshot, MillisecondHistogram, sumHistograms } from "../../metrics/millisecond-histogram.js";
import type { ChannelCounters } from "../channel/channel-counters.js";
import { BoundedCounts, type IsListedWord } from "./bounded-counts.js";

/** Plain counts of what a shard did since it started, all threads before it included. */
export interface ShardStatistics extends Readonly<BookCounters>, Readonly<ChannelCounters> {
  /** Messages that came in, of whatever kind. */
  readonly frames: number;
  /** Their bytes as received. */
  readonly bytesIn: number;
  /** Bytes of JSON text in them, after inflating. */
  readonly bytesInflated: number;
  /** Messages that the byte scanner left to the general path. */
  readonly generalPath: number;
  /** Subscriptions made again for a fresh snapshot. */
  readonly resyncs: number;
  /** Subscriptions that no snapshot answered in time. */
  readonly unanswered: number;
  readonly connects: number;
  /** Connections that replaced a lost one. */
  readonly reconnects: number;
  readonly connectFailures: number;
  readonly connectionsLost: number;
  /** Connections that were ended because nothing on them could be read. */
  readonly unreadableConnections: number;
  /** Views handed to the host. */
  readonly views: number;
  /** Defects of this package that were caught. */
  readonly internalErrors: number;
  /** Messages that were refused, by error code. */
  readonly rejected: Readonly<Partial<Record<ProtocolErrorCode, number>>>;
  /** Errors that the venue sent, by its code. Up to 32 codes that no table lists have a count of their own; `others` counts the rest. */
  readonly venueErrors: Readonly<Record<string, number>>;
  /** Why connections could not be made, each with how often: a name of the system's, `HTTP 503`, a code of TLS. At most 32 and `others`. */
  readonly connectCauses: Readonly<Record<string, number>>;
  /** From the venue's update time to receipt, by two clocks; differences below 0 count as 0. */
  readonly lagMs: HistogramSnapshot;
}

type Count = Exclude<keyof ShardStatistics, "rejected" | "venueErrors" | "connectCauses" | "lagMs">;

const noCounts: Readonly<Record<Count, number>> = {
  ...noBookCounters(),
  frames: 0,
  bytesIn: 0,
  bytesInflated: 0,
  generalPath: 0,
  resyncs: 0,
  unanswered: 0,
  connects: 0,
  reconnects: 0,
  connectFailures: 0,
  connectionsLost: 0,
  unreadableConnections: 0,
  views: 0,
  events: 0,
  eventsDropped: 0,
  internalErrors: 0,
};

const countNames = Object.keys(noCounts) as readonly Count[];

/** The running counts of one shard. */
export class ShardCounters implements BookCounters, ChannelCounters {
  applied = 0;
  snapshots = 0;
  duplicates = 0;
  staleSnapshots = 0;
  awaitingSnapshot = 0;
  gaps = 0;
  crossed = 0;
  unknownLevels = 0;
  repeatedLevels = 0;
  frames = 0;
  bytesIn = 0;
  bytesInflated = 0;
  generalPath = 0;
  resyncs = 0;
  unanswered = 0;
  connects = 0;
  reconnects = 0;
  connectFailures = 0;
  connectionsLost = 0;
  unreadableConnections = 0;
  views = 0;
  events = 0;
  eventsDropped = 0;
  internalErrors = 0;
  readonly lag: MillisecondHistogram = new MillisecondHistogram();
  readonly #rejected = new Map<ProtocolErrorCode, number>();
  readonly #venueErrors: BoundedCounts;
  readonly #connectCauses = new BoundedCounts();

  /** @param isListedCode codes of the venue that always have a count of their own; none if it is undefined */
  constructor(isListedCode: IsListedWord | undefined) {
    this.#venueErrors = new BoundedCounts(isListedCode);
  }

  /** Counts a message that was refused. */
  reject(code: ProtocolErrorCode): void {
    this.#rejected.set(code, (this.#rejected.get(code) ?? 0) + 1);
  }

  /** Counts an error that the venue sent. */
  venueError(code: string): void {
    this.#venueErrors.add(code);
  }

  /** Counts a connection that was not made. */
  connectFailed(cause: string): void {
    this.connectFailures++;
    this.#connectCauses.add(cause);
  }

  /** The counts as plain data. */
  snapshot(): ShardStatistics {
    const counts = { ...noCounts };
    for (const name of countNames) {
      counts[name] = this[name];
    }
    return {
      ...counts,
      rejected: Object.fromEntries(this.#rejected),
      venueErrors: this.#venueErrors.snapshot(),
      connectCauses: this.#connectCauses.snapshot(),
      lagMs: this.lag.snapshot(),
    };
  }
}

/** Statistics in which nothing happened. */
export function noStatistics(): ShardStatistics {
  return {
    ...noCounts,
    rejected: {},
    venueErrors: {},
    connectCauses: {},
    lagMs: new MillisecondHistogram().snapshot(),
  };
}

/**
 * Adds up what several shards counted.
 *
 * @param isListedCode as for {@link ShardCounters}
 */
export function sumShardStatistics(
  parts: readonly ShardStatistics[],
  isListedCode: IsListedWord | undefined,
): ShardStatistics {
  const counts = { ...noCounts };
  for (const part of parts) {
    for (const name of countNames) {
      counts[name] += part[name];
    }
  }
  return {
    ...counts,
    rejected: sumRecords(parts.map((part) => part.rejected)),
    venueErrors: summed(new BoundedCounts(isListedCode), parts, "venueErrors"),
    connectCauses: summed(new BoundedCounts(), parts, "connectCauses"),
    lagMs: sumHistograms(parts.map((part) => part.lagMs)),
  };
}

function summed(
  sums: BoundedCounts,
  parts: readonly ShardStatistics[],
  name: "venueErrors" | "connectCauses",
): Record<string, number> {
  for (const part of parts) {
    sums.addAll(part[name]);
  }
  return sums.snapshot();
}

function sumRecords(records: readonly Readonly<Record<string, number>>[]): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const record of records) {
    for (const [key, count] of Object.entries(record)) {
      sums[key] = (sums[key] ?? 0) + count;
    }
  }
  return sums;
}
