import type { BookStatus } from "../book/book-status.js";
import type { HistogramSnapshot } from "../shard/millisecond-histogram.js";
import type { ShardStatistics } from "../shard/shard-statistics.js";
import type { VerificationCounts } from "./verification-rounds.js";

/** What an engine did since it started, as plain data. Counts of threads are as old as their last answer (100 ms). */
export interface EngineStatistics extends ShardStatistics {
  /** Books by present status. */
  readonly books: Readonly<Record<BookStatus, number>>;
  /** Threads that ended on their own and were replaced. */
  readonly threadsLost: number;
  /** What comparisons with the venue's answers came to, those asked for and those by turns. */
  readonly verifications: Readonly<VerificationCounts>;
  /** Views that loops got. */
  readonly viewsHandedOver: number;
  /** From receipt to the caller's loop. */
  readonly handoverMs: HistogramSnapshot;
}
