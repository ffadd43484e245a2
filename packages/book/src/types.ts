export type { BookCounters } from "./book/book-counters.js";
export type { InconclusiveCause } from "./book/book-verdict.js";
export type { LevelRules } from "./book/column-book.js";
export type { DepthBookRules } from "./book/depth-book.js";
export type { DepthLevelRead } from "./book/depth-source.js";
export type { DepthEvidence } from "./book/verify-depth.js";
export type { DecimalInput, ScaledDecimal } from "./exact/decimal.js";
export type { BookLabel } from "./view/book-view.js";
export type { FillCost, SideDepth } from "./view/side-reads.js";
