interface Sample {
  readonly atMs: number;
  readonly total: number;
}

/** Turns a growing total into a rate over the latest seconds. */
export interface RateMeter {
  /** Takes in the total at a moment and answers the rate per second over the window. */
  perSecond(total: number, atMs: number): number;
}

/** @param windowMs how far back the rate looks, in milliseconds */
export function createRateMeter(windowMs: number): RateMeter {
  const samples: Sample[] = [];
  return {
    perSecond(total, atMs) {
      samples.push({ atMs, total });
      while (samples.length > 2 && (samples[1] as Sample).atMs <= atMs - windowMs) {
        samples.shift();
      }
      const first = samples[0] as Sample;
      const elapsedMs = atMs - first.atMs;
      return elapsedMs > 0 ? ((total - first.total) * 1000) / elapsedMs : 0;
    },
  };
}
