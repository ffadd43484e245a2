import type { Clock } from "@depthwire/core";

/** How often it is looked whether something has come, in milliseconds. */
const lookEveryMs = 10;

/** Resolves after so many milliseconds. */
export function pause(clock: Clock, delayMs: number): Promise<void> {
  return new Promise((resolve) => {
    clock.after(delayMs, resolve);
  });
}

/** Resolves when something is so, or after so many milliseconds. */
export async function until(clock: Clock, maxMs: number, isSo: () => boolean): Promise<void> {
  const untilMs = clock.monotonicMs() + maxMs;
  while (!isSo() && clock.monotonicMs() < untilMs) {
    await pause(clock, lookEveryMs);
  }
}
