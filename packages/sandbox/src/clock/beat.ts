import type { CancelTimer, Clock } from "@depthwire/core";

/**
 * Calls back every `intervalMs` without drifting. Beats that could not be kept are not made up for: the next one stands for
 * them too, and is told how many it is.
 *
 * @param firstAfterMs until the first beat
 * @returns ends it
 */
export function every(
  clock: Clock,
  intervalMs: number,
  callback: (beats: number) => void,
  firstAfterMs: number = intervalMs,
): CancelTimer {
  let dueMs = clock.monotonicMs() + firstAfterMs;
  let cancel: CancelTimer = () => {};
  const beat = (): void => {
    const lateMs = clock.monotonicMs() - dueMs;
    const missed = Math.max(0, Math.floor(lateMs / intervalMs));
    dueMs += (missed + 1) * intervalMs;
    cancel = clock.after(Math.max(0, dueMs - clock.monotonicMs()), beat);
    callback(missed + 1);
  };
  cancel = clock.after(firstAfterMs, beat);
  return () => cancel();
}
