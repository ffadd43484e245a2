import type { MessagePort } from "node:worker_threads";
import type { VenueRecordOptions } from "@depthwire/client";
import type { ShardConfig } from "@depthwire/stream/internal";
import type { ShardModuleOptions } from "./shard-module.js";
import type { NodeSocketLimits } from "./socket.js";
import type { SocketNetworkOptions } from "./socket-network.js";

/** How a recording in a directory is made. */
export interface DirectoryRecordOptions extends VenueRecordOptions {
  /** Directory of the segments; made if it does not exist. Each shard in a thread has a directory of its own in it. */
  readonly directory: string;
}

/** How a shard's thread makes its connections. Plain data. */
export interface ShardWorldOptions {
  readonly socketLimits?: Partial<NodeSocketLimits> | undefined;
  readonly network?: SocketNetworkOptions | undefined;
  readonly module?: ShardModuleOptions | undefined;
  readonly record?: DirectoryRecordOptions | undefined;
}

/** What the host hands to a shard's thread: plain data, and ends of channels of its own. */
export interface ShardTask {
  readonly config: ShardConfig;
  readonly port: MessagePort;
  /** One 32-bit word that the thread raises while its event loop runs. */
  readonly heartbeat: SharedArrayBuffer;
  readonly world: ShardWorldOptions;
  /** To the connections that the host's program has for the shard; undefined: it has none, the thread makes its own. */
  readonly feeds: MessagePort | undefined;
  /** Takes what the thread reports about its recording; undefined when the thread does not record. */
  readonly reports: MessagePort | undefined;
}
