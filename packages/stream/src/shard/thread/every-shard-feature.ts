import { isKnownVenueCode } from "@depthwire/core";
import { createDialect } from "../../protocol/create-dialect.js";
import { publishAwaited } from "../../shared-memory/awaited-books.js";
import { ChannelSubscriptions } from "../channel/channel-subscriptions.js";
import type { ShardFeatures } from "./shard-features.js";
import { type ShardStatistics, sumShardStatistics } from "./shard-statistics.js";

/** All that a shard can do: both protocols, every channel, books in shared memory. */
export const everyShardFeature: ShardFeatures = {
  createDialect,
  createChannels: (parts, connections) => new ChannelSubscriptions(parts, connections),
  publishShared: publishAwaited,
  isListedCode,
};

/** Whether the documents or the field notes list a code of the venue's. */
export function isListedCode(code: string): boolean {
  return isKnownVenueCode(Number(code));
}

/** Adds up what several shards counted, each listed code apart. */
export function sumStatistics(parts: readonly ShardStatistics[]): ShardStatistics {
  return sumShardStatistics(parts, isListedCode);
}
