export type { AccountEvent, AccountRecovery, AccountState, StreamGap } from "@depthwire/account";
export {
  type BookLevel,
  type BookReason,
  type BookStatus,
  type BookVerdict,
  BookView,
  type BookViewSide,
  bookReasons,
  type ExactDecimal,
  type ExactRatio,
  type LevelDifference,
} from "@depthwire/book";
export { Credential, type Logger, StoreError } from "@depthwire/core";
export {
  type BookState,
  type BookStateItem,
  type BookStream,
  type BookStreamOptions,
  type DealItem,
  type EngineOptions,
  type EngineStatistics,
  type EventStream,
  type EveryStateOptions,
  type ItemStream,
  type KlineItem,
  type KlineSource,
  type KlineStreamOptions,
  type LoginOptions,
  observe,
  type PrivateStatus,
  type PrivateStream,
  type QueuedStreamOptions,
  type StreamOptions,
  type TickerStream,
  type TickerView,
  type WireTap,
} from "@depthwire/stream";
export * from "./account.js";
export * from "./clock.js";
export * from "./connect.js";
export * from "./credential-file.js";
export * from "./default-shards.js";
export * from "./http-client.js";
export type { HttpTlsOptions, NodeHttpOptions } from "./http-dispatcher.js";
export * from "./inflate.js";
export type { ProxyCredential, ProxyCredentialOptions } from "./proxy-credential.js";
export * from "./recording-file.js";
export * from "./segment-pool.js";
export type { DirectoryRecordOptions, RecordingReport, ShardTask, ShardWorldOptions } from "./shard-task.js";
export * from "./socket.js";
export * from "./socket-network.js";
export {
  createFileDeliveredStore,
  type FileDeliveredStore,
  type FileDeliveredStoreOptions,
} from "./store/file-delivered-store.js";
export { createFileIntentStore, type FileIntentStore, type FileIntentStoreOptions } from "./store/file-intent-store.js";
export * from "./thread.js";
export type { RestTuning } from "./venue-calls.js";
export type { VenueRecording } from "./venue-recording.js";
