import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { endAll, never, throttleScene as scene } from "../spec-kit/throttle-scene.spec-kit.js";
import { type CallPriority, callPriorities } from "./priority.js";
import type { Slot, SlotEnd } from "./throttle.js";
import { defaultThrottleOptions } from "./throttle-options.js";

describe("the throttle", () => {
  it("never counts more than the limit, from when a call is sent until a window after its end", async () => {
    const call = fc.record({
      afterMs: fc.integer({ min: 0, max: 900 }),
      takesMs: fc.integer({ min: 0, max: 700 }),
      priority: fc.constantFrom(...callPriorities),
    });
    const limit = fc.integer({ min: 1, max: 12 });
    await fc.assert(
      fc.asyncProperty(fc.array(call, { minLength: 1, maxLength: 80 }), limit, async (calls, max) => {
        const { clock, throttle } = scene({ limit: max, windowMs: 1_000, lendWithinMs: 200 });
        const spans: { readonly fromMs: number; readonly toMs: number }[] = [];
        const hold = async (taken: Promise<Slot>, takesMs: number): Promise<void> => {
          const slot = await taken;
          const fromMs = clock.monotonicMs();
          spans.push({ fromMs, toMs: fromMs + takesMs + 1_000 });
          clock.after(takesMs, () => slot.end("sent"));
        };
        for (const { afterMs, takesMs, priority } of calls) {
          await clock.advanceAndSettle(afterMs);
          void hold(throttle.take(priority, never()), takesMs);
        }
        await clock.advanceAndSettle(1_700 * calls.length + 1_700);
        expect(spans).toHaveLength(calls.length);
        for (const { fromMs } of spans) {
          const counted = spans.filter((one) => one.fromMs <= fromMs && fromMs < one.toMs);
          expect(counted.length).toBeLessThanOrEqual(max);
        }
        expect(clock.pending()).toBe(0);
      }),
      { numRuns: 60 },
    );
  });

  it("lets a call through at once where it would not have waited, and nobody sooner or later for it", async () => {
    const call = fc.record({
      afterMs: fc.integer({ min: 0, max: 900 }),
      takesMs: fc.integer({ min: 0, max: 700 }),
      priority: fc.constantFrom(...callPriorities),
      end: fc.constantFrom<SlotEnd>("sent", "sent", "sent", "not-sent", "too-frequent"),
    });
    const limit = fc.integer({ min: 1, max: 12 });
    let atOnce = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(call, { minLength: 1, maxLength: 60 }), limit, async (calls, max) => {
        const run = async (way: "at-once" | "always-waits"): Promise<readonly unknown[]> => {
          const { clock, throttle } = scene({ limit: max, windowMs: 1_000, lendWithinMs: 200 });
          const grants: number[] = [];
          const hold = async (index: number): Promise<void> => {
            const { priority, takesMs, end } = calls[index] as (typeof calls)[number];
            const now = way === "at-once" ? throttle.takeNow(priority) : undefined;
            atOnce += now === undefined ? 0 : 1;
            const slot = now ?? (await throttle.take(priority, never()));
            grants[index] = clock.monotonicMs();
            clock.after(takesMs, () => slot.end(end));
          };
          for (const [index, { afterMs }] of calls.entries()) {
            await clock.advanceAndSettle(afterMs);
            void hold(index);
          }
          await clock.advanceAndSettle(20_000 * calls.length);
          return [grants, throttle.statistics()];
        };
        expect(await run("at-once")).toEqual(await run("always-waits"));
      }),
      { numRuns: 60 },
    );
    expect(atOnce).toBeGreaterThan(50);
  });

  it("counts a call to the millisecond: until its answer, and a window longer", async () => {
    const { clock, queue, sent, after } = scene({ limit: 1 });
    queue("cancel", 2);
    expect(await after(60_000)).toBe(1);
    endAll(sent);
    expect(await after(defaultThrottleOptions.windowMs - 1)).toBe(1);
    expect(await after(1)).toBe(2);
    expect(clock.pending()).toBe(0);
  });

  it("counts by default a tenth of a second longer than the venue", () => {
    expect(defaultThrottleOptions).toMatchObject({ limit: 30, windowMs: 5_100, connections: 8, keptConnections: 2 });
  });

  it("does not count what was never sent, and hears only the first word of an end", async () => {
    const { queue, sent, after, throttle } = scene({ limit: 1 });
    queue("cancel", 3);
    await after(0);
    sent[0]?.slot.end("not-sent");
    expect(await after(0)).toBe(2);
    sent[1]?.slot.end("sent");
    sent[1]?.slot.end("not-sent");
    sent[0]?.slot.end("not-sent");
    expect(await after(0)).toBe(2);
    expect(throttle.statistics()).toMatchObject({ granted: 2, onTheirWay: 0, free: 0 });
  });

  it("serves by priority, then first come first served", async () => {
    const { clock, throttle } = scene({ limit: 1, reserve: {} });
    const served: string[] = [];
    const queue = async (priority: CallPriority, name: string): Promise<void> => {
      const slot = await throttle.take(priority, never());
      served.push(name);
      slot.end("sent");
    };
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

  it.each(["order", "account", "read"] as const)(
    "keeps four calls of the window from calls of kind %s",
    async (kind) => {
      const { queue, sent, after, throttle } = scene();
      queue(kind, 100);
      expect(await after(60_000)).toBe(26);
      queue("outcome", 9);
      expect(await after(0)).toBe(29);
      queue("cancel", 9);
      expect(await after(0)).toBe(30);
      expect(sent.at(-1)?.priority).toBe("cancel");
      expect(throttle.statistics()).toMatchObject({ onTheirWay: 30, free: 0, queued: { [kind]: 74, cancel: 8 } });
    },
  );

  it("lends the kept calls when as many come free soon, and not sooner", async () => {
    const { queue, sent, after } = scene();
    queue("read", 100);
    await after(0);
    endAll(sent);
    const { windowMs, lendWithinMs } = defaultThrottleOptions;
    expect(await after(windowMs - lendWithinMs - 1)).toBe(26);
    expect(await after(1)).toBe(30);
    expect(await after(lendWithinMs - 1)).toBe(30);
    // 26 come free, 4 are under way: those behind leave four again.
    expect(await after(1)).toBe(52);
  });

  it("sends only where a connection is free, and keeps two for cancels and outcomes", async () => {
    const { queue, sent, after } = scene({ connections: 8, keptConnections: 2 });
    queue("read", 20);
    expect(await after(60_000)).toBe(6);
    queue("outcome");
    queue("cancel", 3);
    expect(await after(60_000)).toBe(8);
    expect(sent.map(({ priority }) => priority).slice(6)).toEqual(["outcome", "cancel"]);
    sent[0]?.slot.end("sent");
    expect(await after(0)).toBe(9);
    sent[1]?.slot.end("sent");
    sent[2]?.slot.end("sent");
    expect(await after(0)).toBe(10);
    sent[3]?.slot.end("sent");
    expect(await after(0)).toBe(10);
    sent[4]?.slot.end("sent");
    expect(await after(0)).toBe(11);
    expect(sent.at(-1)?.priority).toBe("read");
  });

  it("leaves a client with one connection the use of it", async () => {
    const { queue, after } = scene({ connections: 1, keptConnections: 2 });
    queue("read");
    expect(await after(0)).toBe(1);
  });

  it("has a place for a cancel however many reads wait", async () => {
    const { queue, sent, after, throttle } = scene({ limit: 1, maxQueued: 2 });
    queue("read", 3);
    const cancel = throttle.take("cancel", never());
    await expect(throttle.take("background", never())).rejects.toMatchObject({ code: "queue-full" });
    await after(0);
    endAll(sent);
    await after(defaultThrottleOptions.windowMs);
    await cancel;
    expect(throttle.statistics().queued).toMatchObject({ cancel: 0, read: 2 });
  });

  it("refuses what would wait behind too many, and gives a place back that nobody wants", async () => {
    const { clock, throttle } = scene({ limit: 1, maxQueued: 2 });
    const first = await throttle.take("read", never());
    const controller = new AbortController();
    const left = throttle.take("read", controller.signal);
    const served = throttle.take("read", never());
    await expect(throttle.take("read", never())).rejects.toMatchObject({ code: "queue-full", details: { queued: 2 } });
    controller.abort(new Error("enough"));
    await expect(left).rejects.toThrow("enough");
    expect(throttle.statistics().queued.read).toBe(1);
    first.end("sent");
    expect(clock.pending()).toBe(1);
    await clock.advanceAndSettle(10_000);
    (await served).end("sent");
    expect(clock.pending()).toBe(0);
    expect(throttle.statistics()).toMatchObject({ waited: 1, waitedMs: { max: 5_100, sum: 5_100 } });
  });
});
