import type { CallerOptions, VenueAddresses } from "@depthwire/rest";
import type { EngineOptions, EnginePorts, OpenFeed } from "@depthwire/stream";
import type { ShardPorts } from "@depthwire/stream/internal";

/** Throttle, clock, retries and time limits of calls. */
export type RestTuning = Omit<CallerOptions, "addresses" | "credential" | "serviceName">;

/** How a venue is recorded. Where the files go is the runtime's affair. */
export interface VenueRecordOptions {
  /** Name of this run of the program; no earlier run in the directory may have it. Default: time and process. */
  readonly run?: string | undefined;
  /** A segment that has grown so large is followed by the next; default 64 MiB. */
  readonly maxSegmentBytes?: number | undefined;
  /** Longest time a segment stays open, in milliseconds; default 60,000. */
  readonly maxSegmentMs?: number | undefined;
  /** Entries reach the file after so many milliseconds; default 100. */
  readonly flushAfterMs?: number | undefined;
}

/** Where the venue is and how it is followed, in any runtime. Only the addresses have no default. */
export interface VenueOptions
  extends EngineOptions,
    Pick<EnginePorts, "depthSource" | "klineSource" | "logger" | "recoveryFor" | "wireTap" | "doubtOf" | "shardFor">,
    Pick<ShardPorts, "listenToFrames"> {
  /** How many pairs will be followed, roughly. It decides the default of `shards`; see {@link defaultShards}. */
  readonly expectedPairs?: number | undefined;
  /**
   * Base address of the venue's REST service, or the addresses one by one: with it calls can be made and accounts opened, books can be
   * verified, and under `monotonic` they are, and candles that were not pushed are asked for. `depthSource` and `klineSource` are
   * other ways to ask.
   */
  readonly restAddress?: string | VenueAddresses | undefined;
  /** Throttle, clock, retries and time limits of {@link Venue.rest}. */
  readonly rest?: RestTuning | undefined;
  /** Everything that comes in is written down, for replay. */
  readonly record?: VenueRecordOptions | undefined;
  /** Connections of the program's own, in place of those that the runtime makes: the books of an embedding program. */
  readonly openFeed?: OpenFeed | undefined;
  /** Closes the venue. */
  readonly signal?: AbortSignal | undefined;
}
