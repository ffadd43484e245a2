export type {
  AccountEvent,
  AccountFact,
  AccountFill,
  AccountNotice,
  AccountOrder,
  Origin,
  PassiveChange,
} from "./account/account-event.js";
export type { MirrorCounters } from "./account/account-mirror.js";
export { type AccountOptions, defaultAccountOptions } from "./account/account-options.js";
export type { AccountState, AccountStatus, PairPositions } from "./account/account-state.js";
export {
  type AccountFeed,
  type AccountParts,
  type AccountRecovery,
  type AccountStatistics,
  AccountStream,
} from "./account/account-stream.js";
export type { Difference } from "./account/difference.js";
export type { Gap } from "./account/gap-keeper.js";
export { type BudgetOptions, createRequestBudget, defaultBudgetOptions } from "./account/request-budget.js";
export * from "./book/book-status.js";
export { type BookTop, TopBuffer } from "./book/book-top.js";
export type { BookVerdict, InconclusiveCause, LevelDifference } from "./book/book-verdict.js";
export { type BookLabel, BookView, type BookViewJson } from "./book/book-view.js";
export type { BookViewData } from "./book/book-view-data.js";
export { type BookLevel, BookViewSide } from "./book/book-view-side.js";
export type { BookCounters, DepthBookRules } from "./book/depth-book.js";
export { type DecimalInput, ExactDecimal, type ScaledDecimal } from "./book/exact-decimal.js";
export { ExactRatio, type Rounding } from "./book/exact-ratio.js";
export type { LevelColumns } from "./book/level-columns.js";
export type { OrderBookRules, SameLevel } from "./book/order-book.js";
export type { PublishedBook, PublishedSide } from "./book/published-book.js";
export { defaultResyncOptions, type ResyncOptions } from "./book/resync.js";
export type { SequencePolicy } from "./book/sequencer.js";
export type { FillCost, SideDepth } from "./book/side-reads.js";
export type { DepthEvidence } from "./book/verify-depth.js";
export type { BookStream } from "./engine/book-stream.js";
export type { Delivery, DeliveryKind } from "./engine/deliveries.js";
export {
  type BookStreamOptions,
  createEngine,
  type Engine,
  type EnginePorts,
  type EveryStateOptions,
} from "./engine/engine.js";
export type { EngineOptions } from "./engine/engine-options.js";
export type { EngineStatistics } from "./engine/engine-statistics.js";
export type { AccountsStatistics } from "./engine/logins.js";
export type { LoginOptions, PrivateStatus, PrivateStream } from "./engine/private-stream.js";
export type { KlineStreamOptions, QueuedStreamOptions, StreamOptions } from "./engine/stream-options.js";
export type { StreamStatistics } from "./engine/stream-statistics.js";
export type { VerificationCounts, VerificationOptions } from "./engine/verification-rounds.js";
export type { VerifyOptions } from "./engine/verify-book.js";
export { createInflate } from "./inflate/create-inflate.js";
export { createPureInflate } from "./inflate/pure.js";
export { createWasmInflate } from "./inflate/wasm.js";
export { engineInstruments, type InstrumentRow, type InstrumentValue } from "./observability/instruments.js";
export type * from "./observability/meter.js";
export { type ObservableEngine, observe } from "./observability/observe.js";
export { type RedactingLogger, redactingLogger } from "./observability/redacting-logger.js";
export { tapWire, type WireTap } from "./observability/wire-tap.js";
export type { AccountBeginning, DeliveredFact, DeliveredHistory, DeliveredStore } from "./ports/delivered-store.js";
export type { DepthLevelRead, DepthRequest, DepthSnapshotRead, DepthSource } from "./ports/depth-source.js";
export type { KlineRequest, KlineSource } from "./ports/kline-source.js";
export type { LoopWatch, WatchedLoop } from "./ports/loop-watch.js";
export type { KnownOrderSide, MarginFamily, PageRequest, Reconciler, RequestBudget } from "./ports/reconciler.js";
export type { ConnectRefusal, OpenSocket, Socket, SocketHandlers } from "./ports/socket.js";
export type { ShardThread, ShardThreadHandlers, StartShardThread } from "./ports/thread.js";
export type { DialectOptions, PushProtocol } from "./protocol/dialect.js";
export type { StreamGap, StreamGapReason } from "./queue/gap.js";
export {
  type DecodedSegment,
  type DecodeSegmentOptions,
  decodeSegment,
  type SegmentBook,
} from "./recording/decode-segment.js";
export { openRecording, repairRecording } from "./recording/open-recording.js";
export type { PackedValue, Packing } from "./recording/pack.js";
export {
  type Recording,
  type RecordingStatistics,
  type RecordOptions,
  type RecordPorts,
  record,
} from "./recording/record.js";
export type * from "./recording/recording-entry.js";
export { RecordingError } from "./recording/recording-error.js";
export type { SegmentInfo } from "./recording/recording-index.js";
export type { RecordingFile, RecordingStore, StoredFile } from "./recording/recording-store.js";
export { type Replay, type ReplayOptions, type ReplayRunOptions, replay } from "./recording/replay.js";
export { replayEngineOptions } from "./recording/replay-options.js";
export { SegmentReader } from "./recording/segment-reader.js";
export { type BackoffOptions, backoffDelayMs, defaultBackoffOptions } from "./session/backoff.js";
export { defaultHeartbeatOptions, type HeartbeatOptions } from "./session/heartbeat.js";
export { defaultSessionOptions, finalLoginCodes, type SessionOptions } from "./session/session-options.js";
export type { BookStateItem as BookStateData, FollowedItem, FollowTerms } from "./shard/book-states.js";
export type {
  ChannelEventItem,
  ChannelItem,
  ChannelStatus,
  ChannelStatusItem,
  QueuePolicy,
} from "./shard/channel-item.js";
export { type HistogramSnapshot, histogramQuantileMs } from "./shard/millisecond-histogram.js";
export { defaultPulseWatchOptions, type PulseWatchOptions } from "./shard/pulse-watch.js";
export { runShard, type ShardHandle } from "./shard/run-shard.js";
export type { BookStatusMessage, FromShard, ShardConfig, ShardPort, ToShard } from "./shard/shard-messages.js";
export type { ShardPorts, ShardWorld } from "./shard/shard-parts.js";
export type { ShardStatistics } from "./shard/shard-statistics.js";
export { defaultThreadWatchOptions, type ThreadWatchOptions } from "./shard/thread-watch.js";
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
export { defaultKlineHistoryOptions, type KlineHistoryOptions } from "./streams/kline-history.js";
export type { PushedPeriod } from "./streams/kline-period.js";
export type { EventStream, ItemStream } from "./streams/queued-stream.js";
export type * from "./streams/stream-item.js";
export type { TickerView } from "./streams/ticker-board.js";
export type { TickerStream } from "./streams/ticker-stream.js";
