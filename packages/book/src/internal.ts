/** For siblings alone: not part of the public interface, and without any promise. */
export { noBookCounters } from "./book/book-counters.js";
export { BookHistory } from "./book/book-history.js";
export {
  bookReasonNames,
  type DisconnectReason,
  type DoubtReason,
  doubtfulStatus,
  type ResyncCause,
} from "./book/book-status.js";
export { inconclusive } from "./book/book-verdict.js";
export { ColumnBook } from "./book/column-book.js";
export { DepthBook } from "./book/depth-book.js";
export type { DepthBookOutcome } from "./book/depth-book-rules.js";
export { DoubtableBook } from "./book/doubtable-book.js";
export type { LevelColumns } from "./book/level-columns.js";
export type { LevelStore } from "./book/level-store.js";
export { defaultResyncOptions, guardedDelayMs, ResyncControl } from "./book/resync.js";
export { Sequencer, type SequenceVerdict } from "./book/sequencer.js";
export { resyncCauseOf, verifyDepth } from "./book/verify-depth.js";
export { exactForm } from "./exact/form.js";
export { createPureInflate } from "./plain/inflate.js";
export { DepthChannelTable } from "./plain/scan/depth-channel-table.js";
export { createPayloadScratch, type PayloadScratch, scanChannelDepth } from "./plain/scan/scan-channel-depth.js";
export { type ScanOutcome, scanDepth, scanDone, scanFiner, scanUnexpected } from "./plain/scan/scan-depth.js";
export { TextScanner } from "./plain/scanner.js";
export type { BookFollower, DepthScanner } from "./scan/depth-scanner.js";
export { scannerFor } from "./scan/scanner-for.js";
export type * from "./types.js";
export { TopBuffer } from "./view/book-top.js";
export { emptyViewData, isCompleteFor, viewDataOf } from "./view/book-view-data.js";
export type { PublishedBook, PublishedSide } from "./view/published-book.js";
export { createWasmInflate } from "./wasm/inflate.js";
