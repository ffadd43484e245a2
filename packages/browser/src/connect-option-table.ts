import { venueOptionTable, venueRecordTable } from "@depthwire/client/internal";
import {
  callback,
  flag,
  numberAbove0,
  numberFrom0,
  type OptionTable,
  required,
  someText,
  wholeFrom,
} from "@depthwire/core/internal";
import type { ConnectOptions } from "./connect-options.js";
import type { BrowserHttpOptions } from "./http-client.js";
import type { DirectoryRecordOptions } from "./shard-recording.js";
import type { BrowserSocketLimits } from "./socket.js";

const http: OptionTable<BrowserHttpOptions> = { closeWithinMs: numberFrom0 };

const socketLimits: OptionTable<BrowserSocketLimits> = {
  maxMessageBytes: /* @__PURE__ */ wholeFrom(1),
  handshakeTimeoutMs: numberAbove0,
  closeTimeoutMs: numberAbove0,
  unansweredTimeoutMs: numberAbove0,
};

const record: OptionTable<DirectoryRecordOptions> = {
  directory: /* @__PURE__ */ required(someText),
  ...venueRecordTable,
};

/** Rules for each option of a venue: those of every runtime, and a page's own. */
export const connectOptionTable: OptionTable<ConnectOptions> = {
  ...venueOptionTable,
  http,
  socketLimits,
  record,
  openWorker: callback,
  allowBrowserSecrets: flag,
};
