/** For siblings alone: not part of the public interface, and without any promise. */
export { credentialVariables } from "./credential-file.js";
export { type Environment, environmentProxy } from "./environment-proxy.js";
export type { HttpTlsOptions } from "./http-dispatcher.js";
export type { ProxyCredential, ProxyCredentialOptions } from "./proxy-credential.js";
export type { AppendedFile, DirectoryFile, SyncPolicy } from "./recording-file.js";
export { createSegmentPool, recordingDirectories, type SegmentPool, type SegmentPoolOptions } from "./segment-pool.js";
export type { ShardTask, ShardWorldOptions } from "./shard-task.js";
export { createNodeSocketOpener, openNodeSocket, socketLimitsFor } from "./socket.js";
export {
  type ConnectionOptions,
  checkNetwork,
  connectionOptions,
  type SocketTlsOptions,
} from "./socket-network.js";
export type { FileDeliveredStoreOptions } from "./store/file-delivered-store.js";
export type { FileIntentStoreOptions } from "./store/file-intent-store.js";
export { createShardThreadPool, type ShardThreadPool, type ShardThreadPoolOptions } from "./thread.js";
