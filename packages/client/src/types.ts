export type { RecordingFiles, RecordingReport } from "@depthwire/recording/internal";
export type { HttpConnections, HttpPort, ShardThreads, ThreadsPort, WantedThreads } from "./venue-ports.js";
