import type { BookContestant } from "../contestants/contestant.js";
import type { DepthCorpus } from "../corpus/depth-corpus.js";

/** So much work, and how long it took. */
export interface Measured {
  readonly operations: number;
  readonly elapsedMs: number;
}

/** Applies all messages of the corpus again and again until so much time was measured; loading is not. */
export function replayFor(contestant: BookContestant, corpus: DepthCorpus, minMs: number): Measured {
  let operations = 0;
  let elapsedMs = 0;
  do {
    contestant.load(corpus);
    const startMs = performance.now();
    for (const frame of corpus.updates) {
      contestant.apply(frame);
    }
    elapsedMs += performance.now() - startMs;
    operations += corpus.updates.length;
  } while (elapsedMs < minMs);
  return { operations, elapsedMs };
}
