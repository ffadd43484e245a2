export type { RecordingFiles, RecordingReport } from "@depthwire/recording/internal";
export type { OpenItems, OpenItemsOptions } from "./open-items.js";
export type { HttpConnections, HttpPort, ShardThreads, ThreadsPort, WantedThreads } from "./venue-ports.js";
