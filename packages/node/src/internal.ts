/** For siblings alone: not part of the public interface, and without any promise. */
export { type ThreadModule, threadModule } from "./built-module.js";
export { credentialVariables } from "./credential-file.js";
export { type Environment, environmentProxy } from "./environment-proxy.js";
export { createSegmentPool, recordingDirectories, type SegmentPool } from "./segment-pool.js";
export type { ShardTask, ShardWorldOptions } from "./shard-task.js";
export { createNodeSocketOpener, openNodeSocket, socketLimitsFor } from "./socket.js";
export { type ConnectionOptions, checkNetwork, connectionOptions } from "./socket-network.js";
export { deliveredInLog } from "./store/delivered-in-log.js";
export { DeliveredList, type DeliveredRecord } from "./store/delivered-list.js";
export { IntentList, type IntentRecord } from "./store/intent-list.js";
export { intentsInLog } from "./store/intents-in-log.js";
export { createShardThreadPool, type ShardThreadPool, type ShardThreadPoolOptions } from "./thread.js";
export type * from "./types.js";
