const smallSize = 8_000;
const times = 32;

/** The best of so many turns counts, and of more while the machine seems to disturb them. */
const minTurns = 3;
const maxTurns = 100;

/** How long a reader took over the same amount of input, in parts and at once. */
export interface LinearTime {
  readonly isLinear: boolean;
  readonly inPartsMs: number;
  readonly atOnceMs: number;
}

/**
 * Whether a reader's time grows with its input alone: a text of 256,000 characters against 32 of 8,000. Refusing a text is as good as reading it.
 *
 * @param of a reader of a text of about so many characters
 */
export function measureLinearTime(of: (size: number) => () => unknown): LinearTime {
  const [runSmall, runLarge] = [of(smallSize), of(times * smallSize)];
  let [inPartsMs, atOnceMs] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  // As much at once as in parts. Quadratic time would be 32 times as long; what does not fit the caches takes a few times.
  const isLinear = (): boolean => atOnceMs < inPartsMs * (times / 4);
  for (let turn = 0; turn < minTurns || (turn < maxTurns && !isLinear()); turn += 1) {
    inPartsMs = Math.min(inPartsMs, timeOf(times, runSmall));
    atOnceMs = Math.min(atOnceMs, timeOf(1, runLarge));
  }
  return { isLinear: isLinear(), inPartsMs, atOnceMs };
}

/** Milliseconds for so many runs. */
function timeOf(runs: number, run: () => unknown): number {
  const startedMs = performance.now();
  for (let at = 0; at < runs; at += 1) {
    try {
      run();
    } catch {
      // Refused: the time counts all the same.
    }
  }
  return performance.now() - startedMs;
}
