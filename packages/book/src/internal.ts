/** For siblings alone: not part of the public interface, and without any promise. */
export { noBookCounters } from "./book/book-counters.js";
export { inconclusive } from "./book/book-verdict.js";
export { DepthBook, type DepthBookOutcome } from "./book/depth-book.js";
export type { LevelKeeper } from "./book/level-keeper.js";
export { OrderBook } from "./book/order-book.js";
export { guardedDelayMs, ResyncControl } from "./book/resync.js";
export { resyncCauseOf, verifyDepth } from "./book/verify-depth.js";
export { TextScanner } from "./plain/scanner.js";
export type { DepthScanner } from "./scan/depth-scanner.js";
export { scannerFor } from "./scan/scanner-for.js";
export { emptyViewData, isCompleteFor, viewDataOf } from "./view/book-view-data.js";
