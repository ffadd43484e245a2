export { defaultKlineHistoryOptions, type KlineHistoryOptions } from "./channels/kline-history.js";
export type { PushedPeriod } from "./channels/kline-period.js";
export type { KlineRequest, KlineSource } from "./channels/kline-source.js";
export type { EventStream, ItemStream } from "./channels/queued-stream.js";
export type {
  BookState,
  BookStateItem,
  DealItem,
  DealUpdate,
  KlineItem,
  KlineUpdate,
  StreamKind,
} from "./channels/stream-item.js";
export type { TickerView } from "./channels/ticker-board.js";
export type { TickerStream } from "./channels/ticker-stream.js";
export type { BookStream } from "./engine/book-stream.js";
export type { Delivery, DeliveryKind } from "./engine/deliveries.js";
export { createEngine, type Engine } from "./engine/engine.js";
export type { EngineOptions } from "./engine/engine-options.js";
export type { EnginePorts } from "./engine/engine-ports.js";
export type { EngineStatistics } from "./engine/engine-statistics.js";
export type { BookStreamOptions, EveryStateOptions } from "./engine/live-books.js";
export type { AccountsStatistics } from "./engine/logins.js";
export type { LoginOptions, PrivateStatus, PrivateStream } from "./engine/private-stream.js";
export type { KlineStreamOptions, QueuedStreamOptions, StreamOptions } from "./engine/stream-options.js";
export type { StreamStatistics } from "./engine/stream-statistics.js";
export type { VerificationCounts, VerificationOptions } from "./engine/verification-rounds.js";
export type { VerifyOptions } from "./engine/verify-book.js";
export { engineInstruments, type InstrumentRow, type InstrumentValue } from "./metrics/instruments.js";
export type {
  HistogramInstrument,
  InstrumentOptions,
  MeterAttributes,
  MeterLike,
  MeterReading,
  ObservableInstrument,
} from "./metrics/meter.js";
export { type HistogramSnapshot, histogramQuantileMs } from "./metrics/millisecond-histogram.js";
export { type ObservableEngine, observe } from "./metrics/observe.js";
export { type RedactingLogger, redactingLogger } from "./metrics/redacting-logger.js";
export type { DialectOptions, PushProtocol } from "./protocol/dialect.js";
export { type BackoffOptions, backoffDelayMs, defaultBackoffOptions } from "./session/backoff.js";
export { defaultHeartbeatOptions, type HeartbeatOptions } from "./session/heartbeat.js";
export { defaultSessionOptions, finalLoginCodes, type SessionOptions } from "./session/session-options.js";
export type { BookStateItem as BookStateData, FollowedItem, FollowTerms } from "./shard/book/followed-item.js";
export type {
  ChannelEventItem,
  ChannelItem,
  ChannelStatus,
  ChannelStatusItem,
  QueuePolicy,
} from "./shard/channel/channel-item.js";
export { defaultPulseWatchOptions, type PulseWatchOptions } from "./shard/host/pulse-watch.js";
export type { ShardThread, ShardThreadHandlers, StartShardThread } from "./shard/host/thread.js";
export { defaultThreadWatchOptions, type ThreadWatchOptions } from "./shard/host/thread-watch.js";
export { runShard, type ShardHandle } from "./shard/thread/run-shard.js";
export type { ShardConfig } from "./shard/thread/shard-config.js";
export type { BookStatusMessage, FromShard, ShardPort, ToShard } from "./shard/thread/shard-messages.js";
export type { ShardPorts, ShardWorld } from "./shard/thread/shard-parts.js";
export type { ShardStatistics } from "./shard/thread/shard-statistics.js";
export { type FeedHost, hostFeeds } from "./shared-memory/feed-host.js";
export type { FeedPort, FromFeedHost, FromFeedReader } from "./shared-memory/feed-messages.js";
export { type FeedReaderOptions, readFeeds } from "./shared-memory/feed-reader.js";
export { type FrameBatch, FrameBatchWriter, takeBatch } from "./shared-memory/frame-batch.js";
export { type FrameFeed, type OpenFeed, socketsOfFeeds } from "./shared-memory/frame-feed.js";
export {
  createFrameRing,
  type FrameRingOptions,
  FrameRingReader,
  FrameRingWriter,
} from "./shared-memory/frame-ring.js";
export { createSharedBook } from "./shared-memory/shared-book-layout.js";
export { type HostTrust, SharedBookReader } from "./shared-memory/shared-book-reader.js";
export { SharedBookWriter } from "./shared-memory/shared-book-writer.js";
export type { ConnectRefusal, OpenSocket, Socket, SocketHandlers } from "./sockets/socket.js";
export { tapWire, type WireTap } from "./sockets/wire-tap.js";
