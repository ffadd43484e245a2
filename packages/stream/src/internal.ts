/** For siblings that embed the pieces, the benchmarks above all: no session, no thread. Not part of the public interface. */
export type { BookCounters } from "./book/book-counters.js";
export { DepthBook, type DepthBookOutcome } from "./book/depth-book.js";
export { type DepthScanner, scannerFor } from "./scan/depth-scanner.js";
