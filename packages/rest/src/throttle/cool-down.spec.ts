import { describe, expect, it } from "vitest";
import { endAll, throttleScene as scene, type ThrottleScene } from "../spec-kit/throttle-scene.spec-kit.js";

describe("the throttle after the venue said that calls come too fast", () => {
  async function cooled(): Promise<ThrottleScene> {
    const cool = scene({ coolDownMs: 4_000, firstProbeMs: 300 });
    cool.queue("read");
    await cool.after(0);
    endAll(cool.sent, "too-frequent");
    cool.sent.length = 0;
    return cool;
  }

  it("lets nothing else through, to the millisecond", async () => {
    const { queue, after, throttle } = await cooled();
    queue("outcome");
    expect(await after(3_999)).toBe(0);
    expect(throttle.statistics()).toMatchObject({ coolDowns: 1, free: 0 });
    expect(await after(1)).toBe(1);
  });

  it("tries one cancel at a time, twice as late after each refusal", async () => {
    const { clock, queue, sent, after } = await cooled();
    queue("cancel", 9);
    queue("order");
    expect(await after(299)).toBe(0);
    expect(await after(1)).toBe(1);
    expect(await after(200)).toBe(1);
    sent[0]?.slot.end("too-frequent");
    expect(await after(599)).toBe(1);
    expect(await after(1)).toBe(2);
    sent[1]?.slot.end("too-frequent");
    expect(await after(1_199)).toBe(2);
    expect(await after(1)).toBe(3);
    sent[2]?.slot.end("too-frequent");
    await after(2_400);
    sent[3]?.slot.end("too-frequent");
    // It is never longer than the cool-down, which each refusal restarts.
    expect(await after(3_999)).toBe(4);
    await after(1);
    expect(sent.slice(4).map(({ priority }) => priority)).toContain("order");
    endAll(sent);
    await after(60_000);
    expect(clock.pending()).toBe(0);
  });

  it("lets the next cancel follow at once where one was heard, and everything else wait", async () => {
    const { queue, sent, after } = await cooled();
    queue("cancel", 3);
    queue("order");
    await after(300);
    sent[0]?.slot.end("sent");
    expect(await after(0)).toBe(2);
    sent[1]?.slot.end("sent");
    expect(await after(0)).toBe(3);
    expect(await after(3_699)).toBe(3);
    expect(await after(1)).toBe(4);
  });

  it("learns nothing from a cancel that was never sent, and goes on trying", async () => {
    const { queue, sent, after } = await cooled();
    queue("cancel", 2);
    await after(300);
    sent[0]?.slot.end("not-sent");
    expect(await after(299)).toBe(1);
    expect(await after(1)).toBe(2);
  });

  it("hears of a refusal of what was under way without trying later for it", async () => {
    const cool = scene({ coolDownMs: 4_000, firstProbeMs: 300 });
    cool.queue("read", 2);
    await cool.after(0);
    cool.sent[0]?.slot.end("too-frequent");
    await cool.after(100);
    cool.sent[1]?.slot.end("too-frequent");
    cool.queue("cancel");
    cool.queue("read");
    expect(await cool.after(299)).toBe(2);
    expect(await cool.after(1)).toBe(3);
    expect(await cool.after(3_699)).toBe(3);
    expect(await cool.after(1)).toBe(4);
  });

  it("does not try sooner because something that was under way is refused too", async () => {
    const cool = scene({ coolDownMs: 4_000, firstProbeMs: 300 });
    cool.queue("read", 2);
    await cool.after(0);
    cool.sent[0]?.slot.end("too-frequent");
    cool.queue("cancel", 2);
    await cool.after(300);
    cool.sent[2]?.slot.end("too-frequent");
    cool.sent[1]?.slot.end("too-frequent");
    expect(await cool.after(599)).toBe(3);
    expect(await cool.after(1)).toBe(4);
  });

  it("begins with short waits again after a cancel that was heard", async () => {
    const { queue, sent, after } = await cooled();
    queue("cancel", 4);
    await after(300);
    sent[0]?.slot.end("too-frequent");
    await after(600);
    sent[1]?.slot.end("sent");
    expect(await after(0)).toBe(3);
    sent[2]?.slot.end("too-frequent");
    expect(await after(599)).toBe(3);
    expect(await after(1)).toBe(4);
  });

  it("sends no second cancel beside the first, even when one more is queued", async () => {
    const { queue, after } = await cooled();
    queue("cancel");
    await after(300);
    queue("cancel");
    expect(await after(100)).toBe(1);
  });
});
