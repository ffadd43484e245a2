/** For siblings alone: not part of the public interface, and without any promise. */
export { defaultKlineHistoryOptions } from "./channels/kline-history.js";
export type { PushedPeriod } from "./channels/kline-period.js";
export type { StreamKind } from "./channels/stream-item.js";
export type { DeliveryKind } from "./engine/deliveries.js";
export { resolveEngineOptions } from "./engine/engine-options.js";
export type { AccountsStatistics } from "./engine/logins.js";
export type { StreamStatistics } from "./engine/stream-statistics.js";
export type { VerificationCounts } from "./engine/verification-rounds.js";
export { engineInstruments, type InstrumentRow, type InstrumentValue } from "./metrics/instruments.js";
export type {
  HistogramInstrument,
  InstrumentOptions,
  MeterAttributes,
  MeterReading,
  ObservableInstrument,
} from "./metrics/meter.js";
export type { HistogramSnapshot } from "./metrics/millisecond-histogram.js";
export type { ObservableEngine } from "./metrics/observe.js";
export type { DialectOptions } from "./protocol/dialect.js";
export { backoffDelayMs, defaultBackoffOptions } from "./session/backoff.js";
export { defaultHeartbeatOptions } from "./session/heartbeat.js";
export { defaultSessionOptions, finalLoginCodes, type SessionOptions } from "./session/session-options.js";
export type { BookStateItem as BookStateData, FollowedItem, FollowTerms } from "./shard/book/followed-item.js";
export type { ChannelEventItem, ChannelItem, ChannelStatusItem, QueuePolicy } from "./shard/channel/channel-item.js";
export { defaultPulseWatchOptions, type PulseWatchOptions } from "./shard/host/pulse-watch.js";
export type { ShardThread, ShardThreadHandlers, StartShardThread } from "./shard/host/thread.js";
export { defaultThreadWatchOptions } from "./shard/host/thread-watch.js";
export { runShard, type ShardHandle } from "./shard/thread/run-shard.js";
export { Shard } from "./shard/thread/shard.js";
export type { ShardConfig } from "./shard/thread/shard-config.js";
export type { BookStatusMessage, FromShard, ShardPort, ToShard } from "./shard/thread/shard-messages.js";
export type { ShardPorts, ShardWorld } from "./shard/thread/shard-parts.js";
export { type ShardStatistics, sumStatistics } from "./shard/thread/shard-statistics.js";
export type { FeedHost } from "./shared-memory/feed-host.js";
export type { FeedPort, FromFeedHost, FromFeedReader } from "./shared-memory/feed-messages.js";
export type { FeedReaderOptions } from "./shared-memory/feed-reader.js";
export { type FrameBatch, FrameBatchWriter, takeBatch } from "./shared-memory/frame-batch.js";
export { socketsOfFeeds } from "./shared-memory/frame-feed.js";
export type { FrameRingOptions } from "./shared-memory/frame-ring.js";
export { createSharedBook } from "./shared-memory/shared-book-layout.js";
export { type HostTrust, SharedBookReader } from "./shared-memory/shared-book-reader.js";
export { SharedBookWriter } from "./shared-memory/shared-book-writer.js";
export { type OutboundRecord, outboundRecordOf, publicAddressOf, type WithheldText } from "./sockets/outbound.js";
export type { ConnectRefusal } from "./sockets/socket.js";
export { tapWire } from "./sockets/wire-tap.js";
