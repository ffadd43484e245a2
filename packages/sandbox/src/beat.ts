import type { CancelTimer, Clock } from "@depthwire/core";

/**
 * Calls back every `intervalMs` without drifting. Beats that could not be kept are left out, never made up for.
 *
 * @returns ends it
 */
export function every(clock: Clock, intervalMs: number, callback: () => void): CancelTimer {
  let dueMs = clock.monotonicMs() + intervalMs;
  let cancel: CancelTimer = () => {};
  const beat = (): void => {
    const lateMs = clock.monotonicMs() - dueMs;
    const missed = Math.max(0, Math.floor(lateMs / intervalMs));
    dueMs += (missed + 1) * intervalMs;
    cancel = clock.after(Math.max(0, dueMs - clock.monotonicMs()), beat);
    callback();
  };
  cancel = clock.after(intervalMs, beat);
  return () => cancel();
}
