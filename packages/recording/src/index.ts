export {
  type Recording,
  type RecordingStatistics,
  type RecordOptions,
  type RecordPorts,
  record,
} from "./record/record.js";
export { type Replay, type ReplayOptions, type ReplayRunOptions, replay } from "./replay/replay.js";
export { replayEngineOptions } from "./replay/replay-options.js";
export {
  type DecodedSegment,
  type DecodeSegmentOptions,
  decodeSegment,
  type SegmentBook,
} from "./segment/decode-segment.js";
export { openRecording, readRecording, repairRecording } from "./segment/open-recording.js";
export type { PackedValue, Packing } from "./segment/pack.js";
export type {
  CheckpointEntry,
  ConnectionEntry,
  ConnectionState,
  RecordedTime,
  RecordingEntry,
  SegmentEnd,
  SegmentHeader,
} from "./segment/recording-entry.js";
export { RecordingError } from "./segment/recording-error.js";
export type { SegmentInfo } from "./segment/recording-index.js";
export type { RecordingFile, RecordingStore, StoredFile } from "./segment/recording-store.js";
export { SegmentReader } from "./segment/segment-reader.js";
