import { setTimeout as sleep } from "node:timers/promises";

/** On a starved machine processes and servers take seconds. */
export const withinMs = 60_000;
export const lookEveryMs = 10;

/** Waits until something is so. Rejects after {@link withinMs}, and says what was waited for. */
export async function untilSo(what: string | (() => string), isSo: () => boolean): Promise<void> {
  const fromMs = Date.now();
  while (!isSo()) {
    if (Date.now() - fromMs > withinMs) {
      throw new Error(`waited too long for ${typeof what === "string" ? what : what()}`);
    }
    await sleep(lookEveryMs);
  }
}
