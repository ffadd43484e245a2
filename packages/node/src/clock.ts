import type { Clock } from "@depthwire/core";

/** The longest delay that one Node timer takes; a longer one would fire at once. */
const maxTimerMs = 2 ** 31 - 1;

/** The {@link Clock} of a Node process: wall clock, `performance.now()` and timers. */
export function createNodeClock(): Clock {
  return {
    epochMs: () => Date.now(),
    monotonicMs: () => performance.now(),
    after: (delayMs, callback) => startTimer(performance.now() + delayMs, callback),
  };
}

/** Node counts whole milliseconds from the start of its loop's turn, so a timer may fire early: it is armed again then. */
function startTimer(dueMs: number, callback: () => void): () => void {
  let timer: NodeJS.Timeout | undefined;
  const arm = (): void => {
    const leftMs = Math.max(0, Math.ceil(dueMs - performance.now()));
    timer = setTimeout(fire, Math.min(leftMs, maxTimerMs));
  };
  const fire = (): void => {
    if (performance.now() < dueMs) {
      arm();
    } else {
      callback();
    }
  };
  arm();
  return () => clearTimeout(timer);
}
