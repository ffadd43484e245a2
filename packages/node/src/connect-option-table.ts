import {
  abortSignal,
  anything,
  callback,
  numberAbove0,
  numberFrom0,
  type OptionTable,
  objectWith,
  required,
  someText,
  wholeFrom,
} from "@depthwire/core/internal";
import { restTuningTable } from "./account-option-table.js";
import type { ConnectOptions } from "./connect-options.js";
import type { NodeHttpOptions } from "./http-dispatcher.js";
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

const record: OptionTable<DirectoryRecordOptions> = {
  directory: /* @__PURE__ */ required(someText),
  run: someText,
  maxSegmentBytes: /* @__PURE__ */ wholeFrom(1),
  maxSegmentMs: numberAbove0,
  flushAfterMs: numberFrom0,
};

/** What each option of a venue may be. Those of the engine and of the way to the venue are looked at where they are used. */
export const connectOptionTable: OptionTable<ConnectOptions> = {
  addresses: anything,
  protocol: anything,
  serviceName: anything,
  shards: anything,
  sequencePolicy: anything,
  sameLevel: anything,
  maxLevels: anything,
  subscriptionsPerConnection: anything,
  connectTimeoutMs: numberAbove0,
  heartbeat: anything,
  backoff: anything,
  resync: anything,
  frameLimits: anything,
  threads: anything,
  verification: anything,
  klineHistory: anything,
  proxy: anything,
  proxyCredential: anything,
  proxyCredentialFile: someText,
  tls: anything,
  depthSource: anything,
  klineSource: anything,
  logger: /* @__PURE__ */ objectWith("log"),
  recoveryFor: callback,
  wireTap: anything,
  expectedPairs: numberFrom0,
  restAddress: anything,
  http,
  rest: restTuningTable,
  socketLimits,
  record,
  openFeed: callback,
  signal: abortSignal,
};
