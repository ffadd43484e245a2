import {
  abortSignal,
  anything,
  callback,
  numberAbove0,
  numberFrom0,
  type OptionTable,
  objectWith,
  someText,
  wholeFrom,
} from "@depthwire/core/internal";
import { restTuningTable } from "./account-option-table.js";
import type { VenueOptions, VenueRecordOptions } from "./venue-options.js";

/** What each option of a recording may be. */
export const venueRecordTable: OptionTable<VenueRecordOptions> = {
  run: someText,
  maxSegmentBytes: /* @__PURE__ */ wholeFrom(1),
  maxSegmentMs: numberAbove0,
  flushAfterMs: numberFrom0,
};

/** Rules for each option of a venue. The engine checks its own options. */
export const venueOptionTable: OptionTable<VenueOptions> = {
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
  depthSource: anything,
  klineSource: anything,
  logger: /* @__PURE__ */ objectWith("log"),
  recoveryFor: callback,
  wireTap: anything,
  doubtOf: callback,
  shardFor: callback,
  listenToFrames: callback,
  expectedPairs: numberFrom0,
  restAddress: anything,
  rest: restTuningTable,
  record: venueRecordTable,
  openFeed: callback,
  signal: abortSignal,
};
