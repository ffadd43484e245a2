export type { HttpTlsOptions } from "./http-dispatcher.js";
export type { ProxyCredential, ProxyCredentialOptions } from "./proxy-credential.js";
export type { AppendedFile, DirectoryFile, SyncPolicy } from "./recording-file.js";
export type { SegmentPoolOptions } from "./segment-pool.js";
export type { ShardModuleOptions, ShardModuleParts, ShardModuleWorld, StartShardModule } from "./shard-module.js";
export type { SocketTlsOptions } from "./socket-network.js";
export type { FileDeliveredStoreOptions } from "./store/file-delivered-store.js";
export type { FileIntentStoreOptions } from "./store/file-intent-store.js";
