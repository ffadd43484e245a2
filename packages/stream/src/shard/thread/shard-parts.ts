import type { DepthScanner } from "@depthwire/book/internal";
import type { Clock, Inflate, Random } from "@depthwire/core";
import type { Dialect } from "../../protocol/dialect.js";
import type { SharedBookWriter } from "../../shared-memory/shared-book-writer.js";
import type { OnReachable, OpenSocket } from "../../sockets/socket.js";
import type { FrameListener, ShardState } from "./frame-listener.js";
import type { ShardConfig } from "./shard-config.js";
import type { ShardPort } from "./shard-messages.js";
import type { ShardCounters } from "./shard-statistics.js";

/** The world as a shard needs it; made in the shard's own thread. */
export interface ShardPorts {
  readonly openSocket: OpenSocket;
  /** Absent where nothing tells: then sessions wait out their time. */
  readonly onReachable?: OnReachable | undefined;
  readonly createInflate: () => Inflate;
  /** Makes a listener for every frame that the shard accepts. Absent: nobody listens, and nothing is spent on it. */
  readonly listenToFrames?: ((shard: ShardState) => FrameListener) | undefined;
}

/** {@link ShardPorts} with time and chance. */
export interface ShardWorld extends ShardPorts {
  readonly clock: Clock;
  readonly random: Random;
}

/** Publishes a book in memory that other threads read. */
export type CreateSharedWriter = (
  memory: SharedArrayBuffer,
  book: number,
) => Pick<SharedBookWriter, "publish" | "publishTooLarge">;

/** What everything in a shard shares: one thread decodes one message at a time. */
export interface ShardParts {
  readonly config: ShardConfig;
  readonly world: ShardWorld;
  readonly port: ShardPort;
  readonly dialect: Dialect;
  readonly counters: ShardCounters;
  readonly inflate: Inflate;
  /** Its sink holds the depth message that is being walked through. */
  readonly scanner: DepthScanner;
  /** Undefined where no book is published in shared memory. */
  readonly createSharedWriter: CreateSharedWriter | undefined;
  /** Undefined where nobody listens to accepted frames. */
  readonly frames: FrameListener | undefined;
}
