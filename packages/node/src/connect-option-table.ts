import { venueOptionTable, venueRecordTable } from "@depthwire/client/internal";
import {
  anything,
  numberAbove0,
  numberFrom0,
  type OptionTable,
  required,
  someText,
  wholeFrom,
} from "@depthwire/core/internal";
import type { ConnectOptions } from "./connect-options.js";
import type { NodeHttpOptions } from "./http-dispatcher.js";
import type { ShardModuleOptions } from "./shard-module.js";
import type { DirectoryRecordOptions } from "./shard-task.js";
import type { NodeSocketLimits } from "./socket.js";

const http: OptionTable<NodeHttpOptions> = {
  connections: /* @__PURE__ */ wholeFrom(1),
  keepAliveMs: numberAbove0,
  connectTimeoutMs: numberAbove0,
  closeWithinMs: numberFrom0,
  proxy: anything,
  proxyCredential: anything,
  proxyCredentialFile: someText,
  tls: anything,
};

const socketLimits: OptionTable<NodeSocketLimits> = {
  maxMessageBytes: /* @__PURE__ */ wholeFrom(1),
  handshakeTimeoutMs: numberAbove0,
  closeTimeoutMs: numberAbove0,
};

const shardModule: OptionTable<ShardModuleOptions> = { url: /* @__PURE__ */ required(someText), data: anything };

const record: OptionTable<DirectoryRecordOptions> = {
  directory: /* @__PURE__ */ required(someText),
  ...venueRecordTable,
};

/** Rules for each option of a venue: those of every runtime, and Node's own. Network options are checked by the code that uses them. */
export const connectOptionTable: OptionTable<ConnectOptions> = {
  ...venueOptionTable,
  proxy: anything,
  proxyCredential: anything,
  proxyCredentialFile: someText,
  tls: anything,
  http,
  socketLimits,
  shardModule,
  record,
};
