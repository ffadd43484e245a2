import { setTimeout as sleep } from "node:timers/promises";

const lookEveryMs = 10;

/** Whether something has come about before `withinMs` have passed. */
export async function isSoon(withinMs: number, hasHappened: () => boolean): Promise<boolean> {
  const deadlineMs = performance.now() + withinMs;
  while (!hasHappened()) {
    if (performance.now() > deadlineMs) {
      return false;
    }
    await sleep(lookEveryMs);
  }
  return true;
}
