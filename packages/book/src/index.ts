export type { BookCounters } from "./book/book-counters.js";
export {
  type BookIntegrity,
  type BookReason,
  type BookStatus,
  bookReasons,
  type DisconnectReason,
  type ResyncCause,
} from "./book/book-status.js";
export type { BookVerdict, InconclusiveCause, LevelDifference } from "./book/book-verdict.js";
export type { DepthBookRules } from "./book/depth-book.js";
export type { DepthLevelRead, DepthRequest, DepthSnapshotRead, DepthSource } from "./book/depth-source.js";
export type { LevelColumns } from "./book/level-columns.js";
export type { SameLevel } from "./book/level-keeper.js";
export type { OrderBookRules } from "./book/order-book.js";
export { defaultResyncOptions, type ResyncOptions } from "./book/resync.js";
export type { SequencePolicy } from "./book/sequencer.js";
export type { DepthEvidence } from "./book/verify-depth.js";
export { type DecimalInput, ExactDecimal, type ScaledDecimal } from "./exact/decimal.js";
export { ExactRatio, type Rounding } from "./exact/ratio.js";
export { createInflate } from "./inflate/create-inflate.js";
export { createPureInflate } from "./plain/inflate.js";
export { DepthChannelTable } from "./plain/scan/depth-channel-table.js";
export { createPayloadScratch, type PayloadScratch, scanChannelDepth } from "./plain/scan/scan-channel-depth.js";
export { type ScanOutcome, scanDepth, scanDone, scanFiner, scanUnexpected } from "./plain/scan/scan-depth.js";
export { type BookTop, TopBuffer } from "./view/book-top.js";
export { type BookLabel, BookView, type BookViewJson } from "./view/book-view.js";
export type { BookViewData } from "./view/book-view-data.js";
export { type BookLevel, BookViewSide } from "./view/book-view-side.js";
export type { PublishedBook, PublishedSide } from "./view/published-book.js";
export type { FillCost, SideDepth } from "./view/side-reads.js";
export { createWasmInflate } from "./wasm/inflate.js";
