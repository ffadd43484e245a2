import type { ResyncOptions } from "@depthwire/book";
import type { DepthBookRules } from "@depthwire/book/internal";
import type { FrameLimits } from "@depthwire/core";
import type { SessionOptions } from "../../session/session-options.js";

/** Everything a shard is told when it starts. Plain data: it crosses threads. */
export interface ShardConfig {
  /** Number of the shard, from 0. */
  readonly shard: number;
  readonly session: SessionOptions;
  readonly rules: DepthBookRules;
  readonly resync: ResyncOptions;
  readonly frameLimits: FrameLimits;
  /** Most subscriptions on one connection. @spec field note 8 */
  readonly subscriptionsPerConnection: number;
}

/** Room for messages that are larger than any usual one, and for the largest snapshot that a book may hold. */
export function sinkCapacity({ rules }: ShardConfig): number {
  return Math.max(4_096, rules.maxLevels);
}
