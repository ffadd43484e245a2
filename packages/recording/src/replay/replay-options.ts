import type { EngineOptions } from "@depthwire/stream";

/** Longer than any recording: a third of a million years in milliseconds. */
const neverMs = 1e16;

/**
 * How an engine must behave over a replay: nothing is waited for, since the answers of the peer come when they came, and
 * nobody is suspected of being dead. All other options are those of live.
 */
export const replayEngineOptions: Pick<
  EngineOptions,
  "addresses" | "shards" | "connectTimeoutMs" | "heartbeat" | "backoff" | "resync"
> = {
  addresses: ["ws://replay"],
  shards: 0,
  connectTimeoutMs: neverMs,
  heartbeat: { pingAfterQuietMs: neverMs, answerWithinMs: neverMs },
  backoff: { firstWindowMs: 0, maxWindowMs: 0 },
  resync: {
    snapshotTimeoutMs: neverMs,
    firstWindowMs: 0,
    maxWindowMs: 0,
    guardAfter: neverMs,
    guardWindowMs: 0,
    shardPerSecond: neverMs,
    connectionPerSecond: neverMs,
  },
};
