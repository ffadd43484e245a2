export type { PeriodName, PushedPeriod } from "./channels/kline-period.js";
export type { StreamKind } from "./channels/stream-item.js";
export type { AccountsStatistics } from "./engine/accounts-statistics.js";
export type { DeliveryKind } from "./engine/deliveries.js";
export type { EngineFeature } from "./engine/engine-features.js";
export type { StreamStatistics } from "./engine/stream-statistics.js";
export type { VerificationCounts } from "./engine/verification-rounds.js";
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
export type { SessionOptions } from "./session/session-options.js";
export type { BookStateItem as BookStateData, FollowedItem, FollowTerms } from "./shard/book/followed-item.js";
export type { ChannelCounters } from "./shard/channel/channel-counters.js";
export type { ChannelEventItem, ChannelItem, ChannelStatusItem, QueuePolicy } from "./shard/channel/channel-item.js";
export type { PulseWatchOptions } from "./shard/host/pulse-watch.js";
export type { ShardThread, ShardThreadHandlers, StartShardThread } from "./shard/host/thread.js";
export type { ShardConfig } from "./shard/thread/shard-config.js";
export type { BookStatusMessage, FromShard, ToShard } from "./shard/thread/shard-messages.js";
export type { ShardPorts } from "./shard/thread/shard-parts.js";
export type { ShardStatistics } from "./shard/thread/shard-statistics.js";
export type { FeedHost } from "./shared-memory/feed-host.js";
export type { FeedPort, FromFeedHost, FromFeedReader } from "./shared-memory/feed-messages.js";
export type { FeedReaderOptions } from "./shared-memory/feed-reader.js";
export type { FrameBatch } from "./shared-memory/frame-batch.js";
export type { FrameRingOptions } from "./shared-memory/frame-ring.js";
export type { ConnectRefusal, MissedMessages, OnReachable } from "./sockets/socket.js";
