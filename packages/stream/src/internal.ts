/** For siblings alone: not part of the public interface, and without any promise. */
export { resolveEngineOptions } from "./engine/engine-options.js";
export { Shard } from "./shard/thread/shard.js";
export { sumStatistics } from "./shard/thread/shard-statistics.js";
export { type OutboundRecord, outboundRecordOf, publicAddressOf, type WithheldText } from "./sockets/outbound.js";
