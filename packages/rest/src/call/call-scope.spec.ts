import { getEventListeners } from "node:events";
import { AbortListeners } from "@depthwire/core/internal";
import { fakeClock } from "@depthwire/testkit";
import { expect, it } from "vitest";
import { CallScope } from "./call-scope.js";

it("what a call waited for leaves nothing at its signal, however often it waits", async () => {
  const clock = fakeClock();
  const scope = new CallScope({ clock, listeners: new AbortListeners() }, 60_000);
  for (let wait = 0; wait < 3; wait++) {
    const waited = scope.wait(clock, 10);
    expect(getEventListeners(scope.signal, "abort")).toHaveLength(1);
    await clock.advanceAndSettle(10);
    await waited;
    expect(await scope.until(Promise.resolve(wait))).toBe(wait);
    await expect(scope.until(Promise.reject(new Error("no")))).rejects.toThrow("no");
  }
  expect(getEventListeners(scope.signal, "abort")).toEqual([]);
  expect(clock.pending()).toBe(1);
  scope.end();
  expect(clock.pending()).toBe(0);
});

it("a call that is over waits for nothing, and says why it is over", async () => {
  const clock = fakeClock();
  const scope = new CallScope({ clock, listeners: new AbortListeners() }, 50);
  const waiting = scope.wait(clock, 1_000);
  const until = scope.until(new Promise(() => undefined));
  const over = { code: "timed-out", details: { afterMs: 50 } };
  const ends = Promise.allSettled([waiting, until]);
  await clock.advanceAndSettle(50);
  expect(await ends).toMatchObject([{ reason: over }, { reason: over }]);
  await expect(scope.wait(clock, 10)).rejects.toMatchObject(over);
  await expect(scope.until(new Promise(() => undefined))).rejects.toMatchObject(over);
  expect(clock.pending()).toBe(0);
});
