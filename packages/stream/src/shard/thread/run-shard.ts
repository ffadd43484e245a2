import { everyShardFeature } from "./every-shard-feature.js";
import type { ShardConfig } from "./shard-config.js";
import type { ShardPort } from "./shard-messages.js";
import type { ShardWorld } from "./shard-parts.js";
import { type ShardHandle, startShard } from "./start-shard.js";

/** Runs one shard, with all that it can do, behind a port: what a thread's entry calls. */
export function runShard(config: ShardConfig, port: ShardPort, world: ShardWorld): ShardHandle {
  return startShard(config, port, world, everyShardFeature);
}
