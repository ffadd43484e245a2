import { pause } from "./client-memory.js";

const patienceMs = 10_000;
const lookEveryMs = 50;

/**
 * What keeps the process alive beyond `before`, by kind, one entry each. It waits for what is about to end.
 *
 * @param before `process.getActiveResourcesInfo()` from before everything was opened
 */
export async function handlesBeyond(before: readonly string[]): Promise<readonly string[]> {
  const deadlineMs = performance.now() + patienceMs;
  for (;;) {
    const more = beyond(process.getActiveResourcesInfo(), before);
    if (more.length === 0 || performance.now() > deadlineMs) {
      return more;
    }
    await pause(lookEveryMs);
  }
}

/** Entries of `now` that are not in `before`, each as often as there are more of it. */
export function beyond(now: readonly string[], before: readonly string[]): readonly string[] {
  const known = [...before];
  return now.filter((name) => {
    const at = known.indexOf(name);
    if (at >= 0) {
      known.splice(at, 1);
    }
    return at < 0;
  });
}
