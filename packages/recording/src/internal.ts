/** For siblings alone: not part of the public interface, and without any promise. */
export {
  noRecordingStatistics,
  type RecordingFiles,
  type RecordingReport,
  type ShardRecording,
  type ShardRecordingPorts,
  type ShardRecordOptions,
  startRecording,
} from "./record/shard-recording.js";
export { type RecordedChannel, recordedChannelOf, snapshotFrameOf } from "./segment/checkpoint.js";
export { doubtReasonOf, isDoubt, missedReasonOf } from "./segment/feed-reasons.js";
export { type ListedSegment, listSegments } from "./segment/list-segments.js";
export { readRecording } from "./segment/open-recording.js";
export type { PackedValue, Packing } from "./segment/pack.js";
export { channelsNamedIn, recordedChannels } from "./segment/recorded-channels.js";
export type {
  CheckpointEntry,
  ConnectionEntry,
  ConnectionState,
  RecordedTime,
  RecordingEntry,
  SegmentEnd,
  SegmentHeader,
} from "./segment/recording-entry.js";
export { decodeIndex, isIndexName, isSegmentName } from "./segment/recording-index.js";
export { SegmentReader } from "./segment/segment-reader.js";
export { type EntryBatch, type StreamSegmentOptions, streamSegment } from "./segment/stream-segment.js";
export type * from "./types.js";
