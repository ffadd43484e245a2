export { bookReasons } from "./book/book-reasons.js";
export type { BookIntegrity, BookReason, BookStatus } from "./book/book-status.js";
export type { BookVerdict, LevelDifference } from "./book/book-verdict.js";
export type { DepthRequest, DepthSnapshotRead, DepthSource } from "./book/depth-source.js";
export type { SameLevel } from "./book/level-store.js";
export type { ResyncOptions } from "./book/resync.js";
export type { SequencePolicy } from "./book/sequencer.js";
export { ExactDecimal } from "./exact/decimal.js";
export { ExactRatio, type Rounding } from "./exact/ratio.js";
export { createInflate } from "./inflate/create-inflate.js";
export { createPureInflate } from "./plain/inflate.js";
/** Types that the exported types consist of, for code that names one of them. */
export type * as bookTypes from "./types.js";
export type { BookTop } from "./view/book-top.js";
export { BookView, type BookViewJson } from "./view/book-view.js";
export type { BookViewData } from "./view/book-view-data.js";
export { type BookLevel, BookViewSide } from "./view/book-view-side.js";
