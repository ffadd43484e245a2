/** For siblings alone: not part of the public interface, and without any promise. */

export { drawNonce } from "./consumer/draw-nonce.js";
export { createTrustMemory, type ProcessTime, TrustBoard, threadOfPair } from "./consumer/trust-board.js";
export { minLeaseMs } from "./instance/instance-options.js";
export { LeaseKeeper, type LeaseKeeperParts, type LeaseNews } from "./lease/lease-keeper.js";
export {
  actingShare,
  decodeLeaseRecord,
  encodeLeaseRecord,
  type LeaseOptions,
  type LeaseReading,
  type LeaseRecord,
} from "./lease/lease-options.js";
export {
  type CandidateFacts,
  holdsLease,
  type LeaseEffect,
  type LeaseEvent,
  type LeaseState,
  noLease,
} from "./lease/lease-state.js";
export { stepLease } from "./lease/step-lease.js";
export { decodeShardPlan, pairsByShard } from "./plan/shard-plan.js";
export { ageMs, type Moment } from "./time/moment.js";
export {
  doubtOfPair,
  noPairTrust,
  type PairTrust,
  type PairTrustEvent,
  type PairVerdict,
  stepPairTrust,
} from "./trust/pair-trust.js";
export {
  defaultTrustLimits,
  doubtOfShard,
  freshWithinMs,
  noShardTrust,
  type ShardTrust,
  type ShardTrustEvent,
  stepShardTrust,
  type TrustLimits,
} from "./trust/shard-trust.js";
export { type Beat, type BeatFault, decodeBeat, encodeBeat } from "./wire/beat.js";
export { decodeEchoAnswer, decodeEchoQuestion, encodeEchoAnswer, encodeEchoQuestion } from "./wire/echo.js";
export { emptyHeader, encodeMessage, HeaderReader, maxHeaderBytes, type RelayHeader } from "./wire/header.js";
