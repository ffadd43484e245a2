import type { Clock } from "@depthwire/core";
import { describe, expect, it } from "vitest";
import { createSystemClock } from "../node/system-clock.js";
import { startSandbox } from "../sandbox.js";

/** The machine's time, with the number of timers that wait. */
function countingClock(): Clock & { waiting(): number } {
  const clock = createSystemClock();
  const waiting = new Set<object>();
  return {
    epochMs: () => clock.epochMs(),
    monotonicMs: () => clock.monotonicMs(),
    after: (delayMs, callback) => {
      const timer = {};
      waiting.add(timer);
      const cancel = clock.after(delayMs, () => {
        waiting.delete(timer);
        callback();
      });
      return () => {
        waiting.delete(timer);
        cancel();
      };
    },
    waiting: () => waiting.size,
  };
}

describe("an answer that a fault keeps back", () => {
  it.each([
    ["late", "before"],
    ["late", "after"],
    ["slow-body", undefined],
  ] as const)("(%s, %s) ends with the sandbox, and no timer is left", async (kind, when) => {
    const clock = countingClock();
    const rule = { kind, ms: 600_000, ...(when === undefined ? {} : { when }) };
    const sandbox = await startSandbox({ pairs: ["4BTC_USDT"], clock, faults: [rule] });
    const asked = fetch(`${sandbox.restUrl}/v2/mdata/depth?pair=4BTC_USDT`).then((response) => response.text());
    const refused = expect(asked).rejects.toThrow();
    await expect.poll(() => sandbox.faults.applied()[kind]).toBe(1);
    await sandbox.close();
    await refused;
    expect(clock.waiting()).toBe(0);
  });
});
