import type { Clock, HttpClient, Random } from "@depthwire/core";
import type { RecordingFiles, RecordingReport } from "@depthwire/recording/internal";
import type { OpenFeed, OpenSocket } from "@depthwire/stream";
import type { OnReachable, StartShardThread } from "@depthwire/stream/internal";

/**
 * A runtime as a venue needs it. What a runtime may lack is optional; an option that needs what is absent is refused with `option-invalid`. Proxies,
 * certificates and bounds of connections are the adapter's affair: its sockets and its HTTP connections come with them.
 */
export interface VenuePorts {
  readonly clock: Clock;
  readonly random: Random;
  /** Opens the connections of the caller's own thread. Absent: the option `openFeed` brings them. */
  readonly openSocket?: OpenSocket | undefined;
  /** Tells when a network that was away is back. Absent: connections wait out their backoff. */
  readonly onReachable?: OnReachable | undefined;
  /** Absent: no calls, so no `restAddress`. */
  readonly http?: HttpPort | undefined;
  /** Absent: books are kept in the caller's thread, and `shards` is 0. */
  readonly threads?: ThreadsPort | undefined;
  /** Where the caller's own thread records. Absent: there is no `record`. */
  readonly recordings?: RecordingFiles | undefined;
}

/** HTTP connections of a runtime. */
export interface HttpPort {
  /** Requests that may be on their way to one address at once. The throttle counts with it. */
  readonly connections: number;
  /** Opens connections of a venue's own. Called once, where calls are made. */
  open(): HttpConnections;
}

/** HTTP connections of one venue. */
export interface HttpConnections {
  readonly request: HttpClient;
  /** Ends them within a bounded time, requests that hang too. */
  close(): Promise<void>;
}

/** Threads of a runtime. */
export interface ThreadsPort {
  /** Processor cores: they bound the default of `shards`. */
  readonly cores: number;
  /**
   * Makes threads for the shards of one venue; each starts when its shard is needed. Called once, where `shards` is above 0.
   *
   * @throws ValidationError `option-invalid` for what cannot be handed to a thread
   */
  open(wanted: WantedThreads): ShardThreads;
}

/** What a venue needs from its threads. */
export interface WantedThreads {
  readonly shards: number;
  /** Connections of the program's own: the threads make none, they read what it hands on. */
  readonly openFeed: OpenFeed | undefined;
  /** Called now and then, and at a shard's end, with what it has recorded. Undefined where the venue records nothing. */
  readonly onRecording: ((shard: number, report: RecordingReport) => void) | undefined;
}

/** The threads of one venue. */
export interface ShardThreads {
  readonly start: StartShardThread;
  /** Ends the recordings of the threads, while their books still stand. Resolves when they are whole, within a bounded time. */
  endRecordings(): Promise<void>;
  /** Ends the threads that still run. Resolves when they are gone, within a bounded time. */
  close(): Promise<void>;
}
