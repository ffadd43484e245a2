import type { Clock } from "@depthwire/core";

/** Resolves after `ms` milliseconds of the clock, or when the signal is aborted. */
export function pauseFor(ms: number, clock: Clock, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      cancel();
      signal?.removeEventListener("abort", end);
      resolve();
    };
    const cancel = clock.after(ms, end);
    signal?.addEventListener("abort", end, { once: true });
    if (signal?.aborted === true) {
      end();
    }
  });
}
