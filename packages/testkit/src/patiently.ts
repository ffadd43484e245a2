import { setTimeout as sleep } from "node:timers/promises";

const pauseMs = 50;
/** On a starved machine servers take seconds to start. */
const defaultWithinMs = 120_000;

/** Tries again and again: servers that just started, or are down at the moment, refuse. Throws the last error after so long. */
export async function patiently<Answer>(
  work: () => Promise<Answer>,
  withinMs: number = defaultWithinMs,
): Promise<Answer> {
  const sinceMs = performance.now();
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (performance.now() - sinceMs > withinMs) {
        throw error;
      }
      await sleep(pauseMs);
    }
  }
}
