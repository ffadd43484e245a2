import type { Clock } from "@depthwire/core";

/** The machine's own time. */
export function createSystemClock(): Clock {
  return {
    epochMs: () => Date.now(),
    monotonicMs: () => performance.now(),
    after: (delayMs, callback) => {
      const timer = setTimeout(callback, delayMs);
      return () => clearTimeout(timer);
    },
  };
}
