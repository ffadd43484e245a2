import type { HistogramSnapshot } from "../metrics/millisecond-histogram.js";
import type { DeliveryCounts } from "./deliveries.js";

/** What happened to the streams of one kind, as plain data. */
export interface StreamStatistics {
  /** Streams that are open now. */
  readonly open: number;
  /** Items that wait for their loops now, all queues together. */
  readonly waiting: number;
  /** Items that loops got. */
  readonly delivered: number;
  /** Items that were dropped because a loop was too slow. */
  readonly dropped: number;
  /** Gaps that were reported to streams. */
  readonly gaps: number;
  /** From receipt to the loop. */
  readonly handoverMs: HistogramSnapshot;
}

/** A stream as its kind's tally sees it. */
interface Tallied {
  /** Items that wait for its loop. */
  readonly waiting?: number;
}

/** Counts what happens to the streams of one kind. */
export class StreamTally<Stream extends Tallied = Tallied> {
  readonly streams: Set<Stream> = new Set();
  dropped = 0;
  gaps = 0;

  /** Together with what was delivered, as plain data. */
  snapshot(deliveries: DeliveryCounts): StreamStatistics {
    let waiting = 0;
    for (const stream of this.streams) {
      waiting += stream.waiting ?? 0;
    }
    return { open: this.streams.size, waiting, dropped: this.dropped, gaps: this.gaps, ...deliveries };
  }
}
