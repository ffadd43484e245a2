import type { VenueOptions } from "@depthwire/client";
import type { BrowserHttpOptions } from "./http-client.js";
import type { DirectoryRecordOptions } from "./shard-recording.js";
import type { BrowserSocketLimits } from "./socket.js";

/** Where the venue is and how it is followed from a web page. Only the addresses have no default. */
export interface ConnectOptions extends VenueOptions {
  /** How HTTP requests are made. */
  readonly http?: BrowserHttpOptions | undefined;
  /** Bounds of each connection; see {@link defaultBrowserSocketLimits}. */
  readonly socketLimits?: Partial<BrowserSocketLimits> | undefined;
  /** Everything that comes in is written down in this directory of the origin's private file system, for replay; see {@link exportRecording}. */
  readonly record?: DirectoryRecordOptions | undefined;
  /**
   * Starts a worker whose script is `@depthwire/browser/shard-worker`, for bundlers that do not find it by themselves; default: the script beside this
   * package's own. Asked for where `shards` is above 0. Where the page may start no worker, shards run in its own thread.
   */
  readonly openWorker?: (() => Worker) | undefined;
  /**
   * Lets the page log in and sign: default false. Whoever can run a script in the page (a dependency, an extension, an injected text) can read the
   * secret and trade with it.
   */
  readonly allowBrowserSecrets?: boolean | undefined;
}
