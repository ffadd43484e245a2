import type { AccountRecovery } from "@depthwire/account";
import type { LoopWatch } from "@depthwire/account/internal";
import type { DepthSource } from "@depthwire/book";
import type { DoubtReason } from "@depthwire/book/internal";
import type { Clock, Credential, Logger, Random } from "@depthwire/core";
import type { KlineSource } from "../channels/kline-source.js";
import type { StartShardThread } from "../shard/host/thread.js";
import type { ShardPorts } from "../shard/thread/shard-parts.js";
import type { WireTap } from "../sockets/wire-tap.js";

/** The world as an engine needs it. */
export interface EnginePorts {
  readonly clock: Clock;
  readonly random: Random;
  /** Told what happens. Nothing secret reaches it: see `redactingLogger`. */
  readonly logger?: Logger | undefined;
  /** Needed where the option `shards` is not 0. */
  readonly startThread?: StartShardThread | undefined;
  /** What books are verified with. Without it they cannot be, not even by turns under `monotonic`. */
  readonly depthSource?: DepthSource | undefined;
  /** Source of candles that were not pushed. Without it streams of candles have no history, and their holes stay. */
  readonly klineSource?: KlineSource | undefined;
  /** Who finds what private streams missed, for logins that name nobody. */
  readonly recoveryFor?: ((credential: Credential) => AccountRecovery | undefined) | undefined;
  /** Gets every message on the wire; what is sent comes without secrets. Connections in threads cannot be tapped. */
  readonly wireTap?: WireTap | undefined;
  /**
   * Why the book of a pair may not be called live at this moment; undefined where it may. Asked at each reading (`read()`, `latest`, a
   * loop's next view), since no timer fires while a process is stopped. Absent: what the books say counts.
   */
  readonly doubtOf?: ((pair: string) => DoubtReason | undefined) | undefined;
  /** The shard of a pair's book and other channels, counted modulo their number. Absent: new ones go to the emptiest. */
  readonly shardFor?: ((pair: string) => number) | undefined;
  /** Hears of the loops over this engine's streams: a replay waits for them. */
  readonly loops?: LoopWatch | undefined;
  /** For inline shards and for the private session, which never leaves the caller's thread. */
  readonly shard: ShardPorts;
}
