export { BookView, createInflate } from "@depthwire/book";
export type { Account, AccountConnectOptions, Venue } from "@depthwire/client";
export {
  Credential,
  compareDecimal,
  DepthwireError,
  type Logger,
  OrderOutcomeUnknown,
  ProtocolError,
  TransportError,
  ValidationError,
  VenueError,
} from "@depthwire/core";
export { createBrowserClock } from "./clock.js";
export { connect } from "./connect.js";
export type { ConnectOptions } from "./connect-options.js";
export { deleteRecording, exportRecording } from "./export-recording.js";
export { type BrowserHttpClient, type BrowserHttpOptions, createBrowserHttpClient } from "./http-client.js";
export type { DirectoryRecordOptions } from "./shard-recording.js";
export { type BrowserSocketLimits, defaultBrowserSocketLimits } from "./socket.js";
