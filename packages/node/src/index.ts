export type { AccountEvent, AccountState, StreamGap } from "@depthwire/account";
export {
  type BookReason,
  type BookStatus,
  type BookVerdict,
  BookView,
  BookViewSide,
  createInflate,
} from "@depthwire/book";
export {
  type Account,
  type AccountConnectOptions,
  defaultShards,
  type RestTuning,
  type Venue,
  type VenueRecording,
} from "@depthwire/client";
export {
  addDecimals,
  Credential,
  compareDecimal,
  DepthwireError,
  divideDecimals,
  type Logger,
  multiplyDecimals,
  OrderOutcomeUnknown,
  ProtocolError,
  roundToMultiple,
  StoreError,
  subtractDecimals,
  TransportError,
  ValidationError,
  VenueError,
} from "@depthwire/core";
export { RecordingError, replay, replayEngineOptions } from "@depthwire/recording";
export {
  feeOf,
  type HaltEnd,
  listAll,
  OrderHandle,
  type OrderVerdict,
  orderValue,
  profitOf,
  type RestClient,
  roundPrice,
  roundQuantity,
  type TraderOptions,
  type TradingLimits,
} from "@depthwire/rest";
export {
  type BookStream,
  createEngine,
  type DealItem,
  type EngineStatistics,
  type EventStream,
  type KlineItem,
  observe,
  type PrivateStream,
  type TickerView,
} from "@depthwire/stream";
export { createNodeClock } from "./clock.js";
export { connect } from "./connect.js";
export type { ConnectOptions } from "./connect-options.js";
export { credentialFromEnvironment, readCredentialFile, writeCredentialFile } from "./credential-file.js";
export { createNodeHttpClient } from "./http-client.js";
export type { NodeHttpOptions } from "./http-dispatcher.js";
export type { NodeHttpClient } from "./node-http-client.js";
export { type DirectoryStore, type DirectoryStoreOptions, openDirectoryStore } from "./recording-file.js";
export { type DecodeSegmentsOptions, decodeSegments } from "./segment-pool.js";
export type { DirectoryRecordOptions } from "./shard-task.js";
export { defaultNodeSocketLimits, type NodeSocketLimits } from "./socket.js";
export type { SocketNetworkOptions } from "./socket-network.js";
export { createFileDeliveredStore, type FileDeliveredStore } from "./store/file-delivered-store.js";
export { createFileIntentStore, type FileIntentStore } from "./store/file-intent-store.js";
/** Types that the exported types consist of, for code that names one of them. */
export type * as nodeTypes from "./types.js";
