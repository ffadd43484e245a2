export { Credential, type Logger } from "@depthwire/core";
export {
  type BookLevel,
  type BookReason,
  type BookStatus,
  type BookStream,
  type BookStreamOptions,
  type BookVerdict,
  BookView,
  type BookViewSide,
  bookReasons,
  type EngineOptions,
  type EngineStatistics,
  type ExactDecimal,
  type ExactRatio,
  type LevelDifference,
  type PrivateStatus,
  type PrivateStream,
} from "@depthwire/stream";
export * from "./clock.js";
export * from "./connect.js";
export * from "./default-shards.js";
export * from "./depth-source.js";
export * from "./http-client.js";
export * from "./inflate.js";
export * from "./kline-source.js";
export * from "./recording-file.js";
export * from "./segment-pool.js";
export type { DirectoryRecordOptions, RecordingReport, ShardTask, ShardWorldOptions } from "./shard-task.js";
export * from "./socket.js";
export * from "./socket-network.js";
export * from "./thread.js";
export type { VenueRecording } from "./venue-recording.js";
