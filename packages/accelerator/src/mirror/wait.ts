import type { Clock } from "@depthwire/core";

/** Resolves after so many milliseconds. */
export function pause(clock: Clock, delayMs: number): Promise<void> {
  return new Promise((resolve) => {
    clock.after(delayMs, resolve);
  });
}
