import type { BookStatus } from "@depthwire/book";
import type { StreamKind } from "../channels/stream-item.js";
import type { HistogramSnapshot } from "../metrics/millisecond-histogram.js";
import type { ShardStatistics } from "../shard/thread/shard-statistics.js";
import type { AccountsStatistics } from "./accounts-statistics.js";
import type { StreamStatistics } from "./stream-statistics.js";
import type { VerificationCounts } from "./verification-rounds.js";

/** What an engine did since it started, as plain data. Counts of threads are as old as their last answer (100 ms). */
export interface EngineStatistics extends ShardStatistics {
  /** Books by present status. */
  readonly books: Readonly<Record<BookStatus, number>>;
  /** Threads that ended on their own and were replaced. */
  readonly threadsLost: number;
  /** What comparisons with the venue's answers came to, those asked for and those by turns. */
  readonly verifications: Readonly<VerificationCounts>;
  /** Views of books that loops got. */
  readonly viewsHandedOver: number;
  /** States that loops over views passed over because a newer one was there: nothing is missing in what they got. */
  readonly viewsConflated: number;
  /** For views of books: time from receipt to the caller's loop. */
  readonly handoverMs: HistogramSnapshot;
  /** The other streams, by kind. */
  readonly streams: Readonly<Record<StreamKind, StreamStatistics>>;
  /** The private streams, together. */
  readonly accounts: AccountsStatistics;
}
