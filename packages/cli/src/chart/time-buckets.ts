/** What stands in one stretch of time. */
export interface Bucket {
  readonly atMs: number;
  readonly count: number;
  readonly min: number;
  readonly max: number;
  readonly mean: number;
  readonly last: number;
}

interface OpenBucket {
  count: number;
  min: number;
  max: number;
  sum: number;
  last: number;
}

const firstWidthMs = 10;

/** Values over time in few stretches of equal length, however many values come: the stretches get longer instead of more. */
export class TimeBuckets {
  readonly #most: number;
  #widthMs = firstWidthMs;
  #buckets = new Map<number, OpenBucket>();

  /** @param most how many stretches there may be */
  constructor(most: number) {
    this.#most = most;
  }

  add(atMs: number, value: number): void {
    const index = Math.floor(atMs / this.#widthMs);
    const bucket = this.#buckets.get(index);
    if (bucket === undefined) {
      this.#buckets.set(index, { count: 1, min: value, max: value, sum: value, last: value });
      if (this.#buckets.size > this.#most) {
        this.#widen();
      }
      return;
    }
    bucket.count++;
    bucket.min = Math.min(bucket.min, value);
    bucket.max = Math.max(bucket.max, value);
    bucket.sum += value;
    bucket.last = value;
  }

  /** In the order of time; each stands at its middle. */
  all(): readonly Bucket[] {
    return [...this.#buckets]
      .sort(([one], [other]) => one - other)
      .map(([index, { count, min, max, sum, last }]) => ({
        atMs: (index + 0.5) * this.#widthMs,
        count,
        min,
        max,
        mean: sum / count,
        last,
      }));
  }

  #widen(): void {
    this.#widthMs *= 2;
    const wider = new Map<number, OpenBucket>();
    for (const [index, bucket] of [...this.#buckets].sort(([one], [other]) => one - other)) {
      const half = Math.floor(index / 2);
      const there = wider.get(half);
      if (there === undefined) {
        wider.set(half, bucket);
      } else {
        there.count += bucket.count;
        there.min = Math.min(there.min, bucket.min);
        there.max = Math.max(there.max, bucket.max);
        there.sum += bucket.sum;
        there.last = bucket.last;
      }
    }
    this.#buckets = wider;
  }
}
