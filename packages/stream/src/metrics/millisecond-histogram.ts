/** How durations were spread, as plain data. */
export interface HistogramSnapshot {
  readonly count: number;
  /** Sum of all durations, ms. */
  readonly sumMs: number;
  readonly maxMs: number;
  /** `buckets[0]` counts durations below 1 ms, `buckets[n]` those from 2^(n-1) up to 2^n ms, the last all longer ones. */
  readonly buckets: readonly number[];
}

/** The last bucket begins at about 9 hours. */
const bucketCount = 26;

/** Counts durations in buckets that double. Recording allocates nothing. */
export class MillisecondHistogram {
  #count = 0;
  #sumMs = 0;
  #maxMs = 0;
  readonly #buckets = new Float64Array(bucketCount);

  /** Counts one duration; below 0 counts as 0. */
  record(ms: number): void {
    const duration = ms > 0 ? ms : 0;
    this.#count++;
    this.#sumMs += duration;
    if (duration > this.#maxMs) {
      this.#maxMs = duration;
    }
    const whole = duration < 0x4000_0000 ? duration | 0 : 0x3fff_ffff;
    const bucket = Math.min(32 - Math.clz32(whole), bucketCount - 1);
    this.#buckets[bucket] = (this.#buckets[bucket] as number) + 1;
  }

  /** The counts as plain data. */
  snapshot(): HistogramSnapshot {
    return { count: this.#count, sumMs: this.#sumMs, maxMs: this.#maxMs, buckets: Array.from(this.#buckets) };
  }
}

/** Adds up histograms. */
export function sumHistograms(parts: readonly HistogramSnapshot[]): HistogramSnapshot {
  const buckets = Array.from({ length: bucketCount }, () => 0);
  for (const part of parts) {
    for (const [index, count] of part.buckets.entries()) {
      buckets[index] = (buckets[index] ?? 0) + count;
    }
  }
  return {
    count: parts.reduce((sum, part) => sum + part.count, 0),
    sumMs: parts.reduce((sum, part) => sum + part.sumMs, 0),
    maxMs: parts.reduce((max, part) => Math.max(max, part.maxMs), 0),
    buckets,
  };
}

/**
 * Upper bound of the bucket in which the `share` (0 to 1) of all durations ends, ms; 0 for an empty histogram. What is
 * said to be 8 lies between 4 and 8.
 */
export function histogramQuantileMs(histogram: HistogramSnapshot, share: number): number {
  const wanted = histogram.count * share;
  let seen = 0;
  for (const [index, count] of histogram.buckets.entries()) {
    seen += count;
    if (seen >= wanted && seen > 0) {
      return Math.min(2 ** index, histogram.maxMs);
    }
  }
  return histogram.maxMs;
}
