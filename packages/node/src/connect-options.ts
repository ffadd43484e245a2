import type { VenueAddresses } from "@depthwire/rest";
import type { EngineOptions, EnginePorts, OpenFeed } from "@depthwire/stream";
import type { NodeHttpOptions } from "./http-dispatcher.js";
import type { DirectoryRecordOptions } from "./shard-task.js";
import type { NodeSocketLimits } from "./socket.js";
import type { SocketNetworkOptions } from "./socket-network.js";
import type { RestTuning } from "./venue-calls.js";

/** Where the venue is and how it is followed. Only the addresses have no default. */
export interface ConnectOptions
  extends EngineOptions,
    SocketNetworkOptions,
    Pick<EnginePorts, "depthSource" | "klineSource" | "logger" | "recoveryFor" | "wireTap"> {
  /** How many pairs will be followed, roughly. It decides the default of `shards`; see {@link defaultShards}. */
  readonly expectedPairs?: number | undefined;
  /**
   * Base address of the venue's REST service, or the addresses one by one: with it calls can be made and accounts opened, books can be
   * verified, and under `monotonic` they are, and candles that were not pushed are asked for. `depthSource` and `klineSource` are
   * other ways to ask.
   */
  readonly restAddress?: string | VenueAddresses | undefined;
  /** How HTTP connections are made; `proxy` and `tls` of the sockets hold for them too, unless this names its own. */
  readonly http?: NodeHttpOptions | undefined;
  /** Throttle, clock, retries and time limits of {@link Venue.rest}. */
  readonly rest?: RestTuning | undefined;
  /** Bounds of each connection; see {@link defaultNodeSocketLimits}. */
  readonly socketLimits?: Partial<NodeSocketLimits> | undefined;
  /** Everything that comes in is written down in this directory, for replay. */
  readonly record?: DirectoryRecordOptions | undefined;
  /** Connections of the program's own, in place of those that this package makes: the books of an embedding program. */
  readonly openFeed?: OpenFeed | undefined;
  /** Closes the venue. */
  readonly signal?: AbortSignal | undefined;
}
