import { fakeClock } from "@depthwire/testkit";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type CallPriority, callPriorities } from "./priority.js";
import { defaultThrottleOptions, Throttle } from "./throttle.js";

const never = new AbortController().signal;

interface Sent {
  readonly priority: CallPriority;
  readonly atMs: number;
}

describe("the throttle", () => {
  it("never lets more than the limit through within any window, and lets everything through in the end", async () => {
    const arrival = fc.record({
      afterMs: fc.integer({ min: 0, max: 900 }),
      priority: fc.constantFrom(...callPriorities),
    });
    const arrivals = fc.array(arrival, { minLength: 1, maxLength: 120 });
    const limit = fc.integer({ min: 1, max: 12 });
    await fc.assert(
      fc.asyncProperty(arrivals, limit, async (calls, most) => {
        const clock = fakeClock();
        const throttle = new Throttle(clock, { ...defaultThrottleOptions, limit: most, windowMs: 1_000 });
        const sent: Sent[] = [];
        for (const { afterMs, priority } of calls) {
          await clock.advanceAndSettle(afterMs);
          void throttle.take(priority, never).then(() => sent.push({ priority, atMs: clock.monotonicMs() }));
        }
        await clock.advanceAndSettle(1_000 * calls.length + 1_000);
        expect(sent).toHaveLength(calls.length);
        for (const [index, { atMs }] of sent.entries()) {
          const after = sent[index + most];
          expect(after === undefined || after.atMs - atMs >= 1_000).toBe(true);
        }
      }),
      { numRuns: 60 },
    );
  });

  it("serves by priority, then first come first served", async () => {
    const clock = fakeClock();
    const throttle = new Throttle(clock, { ...defaultThrottleOptions, limit: 1, reserve: {} });
    const served: string[] = [];
    const queue = (priority: CallPriority, name: string): Promise<void> =>
      throttle.take(priority, never).then(() => void served.push(name));
    await queue("read", "first");
    void queue("background", "mirror");
    void queue("read", "read 1");
    void queue("read", "read 2");
    void queue("order", "order");
    void queue("outcome", "outcome");
    void queue("cancel", "cancel");
    await clock.advanceAndSettle(60_000);
    expect(served).toEqual(["first", "cancel", "outcome", "order", "read 1", "read 2", "mirror"]);
  });

  it("keeps calls for cancels: a burst of reads does not take the whole window", async () => {
    const clock = fakeClock();
    const throttle = new Throttle(clock, defaultThrottleOptions);
    let reads = 0;
    for (let i = 0; i < 100; i++) {
      void throttle.take("read", never).then(() => reads++);
    }
    await clock.advanceAndSettle(0);
    expect(reads).toBe(26);
    await throttle.take("cancel", never);
    expect(throttle.statistics()).toMatchObject({ granted: 27, free: 3, queued: { read: 74, cancel: 0 } });
  });

  it("lets nothing through while it cools down", async () => {
    const clock = fakeClock();
    const throttle = new Throttle(clock, { ...defaultThrottleOptions, coolDownMs: 3_000 });
    throttle.coolDown();
    const sentAtMs: number[] = [];
    void throttle.take("cancel", never).then(() => sentAtMs.push(clock.monotonicMs()));
    await clock.advanceAndSettle(2_999);
    expect(sentAtMs).toEqual([]);
    await clock.advanceAndSettle(2_000);
    expect(sentAtMs).toEqual([3_000]);
    expect(throttle.statistics()).toMatchObject({ coolDowns: 1, waited: 1, waitedMs: { max: 3_000, sum: 3_000 } });
  });

  it("has a place for a cancel however many reads wait", async () => {
    const clock = fakeClock();
    const throttle = new Throttle(clock, { ...defaultThrottleOptions, limit: 1, mostQueued: 2 });
    await throttle.take("read", never);
    void throttle.take("read", never);
    void throttle.take("read", never);
    const cancel = throttle.take("cancel", never);
    await expect(throttle.take("background", never)).rejects.toMatchObject({ code: "queue-full" });
    await clock.advanceAndSettle(defaultThrottleOptions.windowMs);
    await cancel;
    expect(throttle.statistics().queued).toMatchObject({ cancel: 0, read: 2 });
  });

  it("refuses what would wait behind too many, and gives a place back that nobody wants", async () => {
    const clock = fakeClock();
    const throttle = new Throttle(clock, { ...defaultThrottleOptions, limit: 1, mostQueued: 2 });
    await throttle.take("read", never);
    const controller = new AbortController();
    const left = throttle.take("read", controller.signal);
    void throttle.take("read", never);
    await expect(throttle.take("read", never)).rejects.toMatchObject({ code: "queue-full", details: { queued: 2 } });
    controller.abort(new Error("enough"));
    await expect(left).rejects.toThrow("enough");
    expect(throttle.statistics().queued.read).toBe(1);
    expect(clock.pending()).toBe(1);
    await clock.advanceAndSettle(10_000);
    expect(clock.pending()).toBe(0);
  });
});
