import { setTimeout as sleep } from "node:timers/promises";
import { AwakeClock } from "./awake-clock.js";

const lookEveryMs = 10;

/** Whether something has come about before `withinMs` of an {@link AwakeClock} have passed. */
export async function isSoon(withinMs: number, hasHappened: () => boolean): Promise<boolean> {
  const clock = new AwakeClock(lookEveryMs);
  while (!hasHappened()) {
    if (clock.look() > withinMs) {
      return false;
    }
    await sleep(lookEveryMs);
  }
  return true;
}
