import type { EngineOptions } from "@depthwire/stream";

/** Longer than any recording: a third of a million years in milliseconds. */
const neverMs = 1e16;

/**
 * Engine options for a replay: it waits for nothing, since the peer's answers come when they came, and never suspects
 * a dead peer. All other options are the same as live.
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
