export {
  type Recording,
  type RecordingStatistics,
  type RecordOptions,
  type RecordPorts,
  record,
} from "./record/record.js";
export { type Replay, type ReplayOptions, replay } from "./replay/replay.js";
export { replayEngineOptions } from "./replay/replay-options.js";
export { type DecodedSegment, type DecodeSegmentOptions, decodeSegment } from "./segment/decode-segment.js";
export { openRecording, repairRecording } from "./segment/open-recording.js";
export { RecordingError } from "./segment/recording-error.js";
export type { RecordingFile, RecordingStore } from "./segment/recording-store.js";
/** Types that the exported types consist of, for code that names one of them. */
export type * as recordingTypes from "./types.js";
