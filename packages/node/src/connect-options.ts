import type { VenueOptions } from "@depthwire/client";
import type { NodeHttpOptions } from "./http-dispatcher.js";
import type { ShardModuleOptions } from "./shard-module.js";
import type { DirectoryRecordOptions } from "./shard-task.js";
import type { NodeSocketLimits } from "./socket.js";
import type { SocketNetworkOptions } from "./socket-network.js";

/** Where the venue is and how it is followed from Node. Only the addresses have no default. */
export interface ConnectOptions extends VenueOptions, SocketNetworkOptions {
  /** How HTTP connections are made; `proxy` and `tls` of the sockets hold for them too, unless this names its own. */
  readonly http?: NodeHttpOptions | undefined;
  /** Bounds of each connection; see {@link defaultNodeSocketLimits}. */
  readonly socketLimits?: Partial<NodeSocketLimits> | undefined;
  /** A module that the thread of each shard loads: a relay publishes, or reads, in the thread that keeps the books. */
  readonly shardModule?: ShardModuleOptions | undefined;
  /** Everything that comes in is written down in this directory, for replay. */
  readonly record?: DirectoryRecordOptions | undefined;
}
