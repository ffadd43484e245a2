import type { ShardConfig } from "@depthwire/stream/internal";
import type { Suspension } from "./page-life.js";
import type { DirectoryRecordOptions } from "./shard-recording.js";
import type { BrowserSocketLimits } from "./socket.js";

/** What a page hands to a shard's worker: plain data, and ends of channels of its own. */
export interface ShardTask {
  readonly config: ShardConfig;
  readonly port: MessagePort;
  /** One 32-bit word that the worker raises while its event loop runs; undefined where no memory can be shared. */
  readonly heartbeat: SharedArrayBuffer | undefined;
  readonly socketLimits: Partial<BrowserSocketLimits> | undefined;
  /** Tells what becomes of the page: a worker hears less than the page does. */
  readonly life: MessagePort;
  /** To the connections that the page's program has for the shard; undefined: it has none, the worker makes its own. */
  readonly feeds: MessagePort | undefined;
  readonly record: DirectoryRecordOptions | undefined;
  /** Takes what the worker reports about its recording; undefined when it does not record. */
  readonly reports: MessagePort | undefined;
}

/** What a page tells its workers of its life. */
export type LifeMessage =
  | { readonly kind: "suspended"; readonly suspension: Suspension }
  | { readonly kind: "reachable" };

/** What a worker says once its code is loaded. What comes before it is no shard's. */
export const readyWord = "depthwire-shard-ready";
