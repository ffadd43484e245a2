import type { Clock } from "@depthwire/core";

/** A clock that knows of no other time than that of the timers which have come: it stands still while its program does. */
export function standingStill(clock: Clock): Clock {
  let reachedMs = clock.monotonicMs();
  const originMs = clock.epochMs() - reachedMs;
  return {
    epochMs: () => Math.floor(originMs + reachedMs),
    monotonicMs: () => reachedMs,
    after: (delayMs, callback) => {
      const dueMs = reachedMs + delayMs;
      return clock.after(delayMs, () => {
        reachedMs = Math.max(reachedMs, dueMs);
        callback();
      });
    },
  };
}
