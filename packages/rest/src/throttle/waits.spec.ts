import { type FakeClock, fakeClock } from "@depthwire/testkit";
import { describe, expect, it, vi } from "vitest";
import { endAll, never, throttleScene as scene } from "../spec-kit/throttle-scene.spec-kit.js";
import { Throttle } from "./throttle.js";
import { defaultThrottleOptions, type ThrottleOptions } from "./throttle-options.js";

const { windowMs } = defaultThrottleOptions;

describe("calls that wait", () => {
  it("are counted with how long they waited, whenever they came, and those that did not are none of them", async () => {
    const { queue, sent, after, throttle } = scene({ limit: 1 });
    await after(1_000_000);
    queue("cancel");
    await after(0);
    endAll(sent);
    expect(throttle.statistics()).toMatchObject({ granted: 1, waited: 0, waitedMs: { sum: 0, max: 0 } });
    await after(100);
    queue("cancel");
    await after(windowMs - 100);
    endAll(sent);
    await after(3_000);
    queue("cancel");
    await after(windowMs - 3_000);
    const waitedMs = { sum: windowMs - 100 + windowMs - 3_000, max: windowMs - 100 };
    expect(throttle.statistics()).toMatchObject({ granted: 3, waited: 2, waitedMs });
  });

  it("have one timer between them, and none is left when nobody waits", async () => {
    const { clock, queue, sent, after, throttle } = scene({ limit: 1 });
    queue("cancel");
    await after(0);
    endAll(sent);
    expect(clock.pending()).toBe(0);
    const controller = new AbortController();
    const waits = [1, 2, 3].map(() => throttle.take("cancel", controller.signal).catch(() => undefined));
    expect(clock.pending()).toBe(1);
    controller.abort();
    await Promise.all(waits);
    expect(clock.pending()).toBe(0);
  });

  it("take no place where their signal has ended already", async () => {
    const { throttle, clock } = scene();
    await expect(throttle.take("read", AbortSignal.abort(new Error("enough")))).rejects.toThrow("enough");
    expect(throttle.statistics()).toMatchObject({ granted: 0, onTheirWay: 0, free: 30, queued: { read: 0 } });
    expect(clock.pending()).toBe(0);
  });

  it("set no timer where every slot waits for an answer: that looks again by itself", async () => {
    const { clock, queue, sent, after } = scene({ limit: 1 });
    queue("cancel", 2);
    expect(await after(60_000)).toBe(1);
    expect(clock.pending()).toBe(0);
    endAll(sent);
    expect(clock.pending()).toBe(1);
  });

  it("keep their call when the signal ends after they were let through, and leave nothing at the signal", async () => {
    const { throttle } = scene();
    const controller = new AbortController();
    const unfollow = vi.spyOn(controller.signal, "removeEventListener");
    const slot = await throttle.take("read", controller.signal);
    expect(unfollow).toHaveBeenCalledWith("abort", expect.any(Function));
    controller.abort();
    expect(throttle.statistics()).toMatchObject({ granted: 1, onTheirWay: 1, free: 29 });
    slot.end("sent");
    expect(throttle.statistics()).toMatchObject({ onTheirWay: 0, free: 29 });
  });
});

describe("a call that would be let through now", () => {
  it("is not during a cool-down, nor where every slot is used", async () => {
    const { throttle, clock } = scene({ limit: 2, coolDownMs: 4_000, reserve: {} });
    const slot = throttle.takeNow("read");
    expect(throttle.takeNow("read")).toBeDefined();
    expect(throttle.takeNow("cancel")).toBeUndefined();
    slot?.end("too-frequent");
    await clock.advanceAndSettle(3_999);
    expect(throttle.takeNow("cancel")).toBeUndefined();
    expect(throttle.statistics()).toMatchObject({ granted: 2, waited: 0, coolDowns: 1 });
  });

  it("overtakes none that waits with its priority or a higher one, though a slot is free at that moment", async () => {
    const { throttle, clock, queue, sent, after } = scene({ limit: 1, reserve: {} });
    const slot = throttle.takeNow("read");
    slot?.end("sent");
    let early: unknown = "not asked";
    clock.after(windowMs, () => {
      early = throttle.takeNow("read");
    });
    queue("read");
    await after(windowMs);
    expect(early).toBeUndefined();
    expect(sent).toHaveLength(1);
  });
});

describe("a cool-down", () => {
  const coolOptions = { coolDownMs: 4_000, firstProbeMs: 300 };

  it.each(["sent", "not-sent"] as const)("hears nothing from a call that was under way before it: %s", async (how) => {
    const { queue, sent, after } = scene(coolOptions);
    queue("cancel", 2);
    await after(0);
    sent[0]?.slot.end("too-frequent");
    queue("cancel", 2);
    await after(100);
    sent[1]?.slot.end(how);
    expect(await after(199)).toBe(2);
    expect(await after(1)).toBe(3);
    // The probe is under way: the end of another call does not answer it.
    expect(await after(1_000)).toBe(3);
  });

  it("tries only where a connection is free", async () => {
    const { queue, sent, after } = scene({ ...coolOptions, connections: 2 });
    queue("cancel", 3);
    await after(0);
    sent[0]?.slot.end("too-frequent");
    queue("read");
    sent[1]?.slot.end("sent");
    queue("cancel");
    expect(await after(299)).toBe(2);
    expect(await after(1)).toBe(3);
  });

  it("tries with the connections that are kept for cancels", async () => {
    const { queue, sent, after } = scene({ ...coolOptions, connections: 2, keptConnections: 1 });
    queue("cancel", 2);
    await after(0);
    sent[0]?.slot.end("too-frequent");
    queue("cancel");
    expect(await after(299)).toBe(2);
    expect(await after(1)).toBe(3);
  });

  it("says that nothing is free until it is over, then what is", async () => {
    const { queue, sent, after, throttle } = scene(coolOptions);
    queue("read");
    await after(0);
    endAll(sent, "too-frequent");
    await after(3_999);
    expect(throttle.statistics()).toMatchObject({ coolDowns: 1, free: 0 });
    await after(1);
    expect(throttle.statistics()).toMatchObject({ coolDowns: 1, free: 29 });
  });

  it("looks again only when time changes something, also while its probe hangs", async () => {
    const { clock, throttle, timers } = counted();
    const first = await throttle.take("read", never());
    first.end("too-frequent");
    const cancels = [1, 2].map(() => throttle.take("cancel", never()));
    void throttle.take("read", never());
    await clock.advanceAndSettle(300);
    await cancels[0];
    const before = timers();
    await clock.advanceAndSettle(3_699);
    expect(timers() - before).toBeLessThanOrEqual(2);
    await clock.advanceAndSettle(1);
    await cancels[1];
  });

  it("looks once when it may try, and once when it is over, where there is nothing to try with", async () => {
    const { clock, throttle, timers } = counted();
    const first = await throttle.take("read", never());
    first.end("too-frequent");
    const late = throttle.take("read", never());
    await clock.advanceAndSettle(4_000);
    await late;
    expect(timers()).toBe(2);
  });

  it("looks again only when a slot comes free, after it", async () => {
    const { clock, throttle, timers } = counted();
    const slots = await Promise.all(Array.from({ length: 26 }, () => throttle.take("read", never())));
    const late = throttle.take("read", never());
    for (const slot of slots) {
      slot.end("sent");
    }
    const before = timers();
    await clock.advanceAndSettle(windowMs);
    await late;
    expect(timers() - before).toBe(0);
    const { clock: other, throttle: narrow, timers: set } = counted({ limit: 1 });
    const [only, next] = [await narrow.take("cancel", never()), narrow.take("cancel", never())];
    only.end("sent");
    await other.advanceAndSettle(windowMs);
    await next;
    // When a kept slot could be lent, and when it is free.
    expect(set()).toBe(2);
  });

  function counted(options: Partial<ThrottleOptions> = {}): {
    clock: FakeClock;
    throttle: Throttle;
    timers: () => number;
  } {
    const clock = fakeClock();
    const after = vi.spyOn(clock, "after");
    const throttle = new Throttle(clock, { ...defaultThrottleOptions, ...coolOptions, connections: 100, ...options });
    return { clock, throttle, timers: () => after.mock.calls.length };
  }
});
