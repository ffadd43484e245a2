import type { Clock } from "@depthwire/core";

/** The longest delay that one timer takes; a longer one would fire at once. */
const maxTimerMs = 2 ** 31 - 1;

/** The {@link Clock} of a page or a worker: wall clock, `performance.now()` and timers. */
export function createBrowserClock(): Clock {
  return {
    epochMs: () => Date.now(),
    monotonicMs: () => performance.now(),
    after: (delayMs, callback) => startTimer(performance.now() + delayMs, callback),
  };
}

/** A timer may fire a fraction of a millisecond early: it is armed again then. */
function startTimer(dueMs: number, callback: () => void): () => void {
  let timer: number | undefined;
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
