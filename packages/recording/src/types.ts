export type { ReplayRunOptions } from "./replay/replay.js";
export type { HostCrc32 } from "./segment/checksum.js";
export type { DecodeSegmentPorts, SegmentBook } from "./segment/decode-segment.js";
export type { SegmentInfo } from "./segment/recording-index.js";
export type { StoredFile } from "./segment/recording-store.js";
