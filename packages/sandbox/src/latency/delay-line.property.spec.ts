import { createRandomState } from "@depthwire/exchange/internal";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { VirtualClock } from "../clock/virtual-clock.js";
import { DelayLine } from "./delay-line.js";

const arrivals = fc.array(fc.nat(30), { minLength: 1, maxLength: 60 });
const delay = fc.record({ ms: fc.nat(50), jitterMs: fc.nat(100) });

/** When each came out, by the pauses in which they went in. */
function outcomes(pauses: readonly number[], seed: number, rule: { ms: number; jitterMs: number }): [number, number][] {
  const clock = new VirtualClock(0);
  const line = new DelayLine(clock, createRandomState(seed, "line"), () => rule);
  const out: [number, number][] = [];
  for (const [i, pause] of pauses.entries()) {
    clock.advance(pause);
    line.pass(() => out.push([i, clock.monotonicMs()]));
  }
  clock.advance(100_000);
  return out;
}

test("all come out in order, none too early or too late, the same for the same seed", () =>
  fc.assert(
    fc.property(arrivals, delay, fc.integer(), (pauses, rule, seed) => {
      const out = outcomes(pauses, seed, rule);
      expect(out.map(([i]) => i)).toEqual(pauses.map((_, i) => i));
      let inMs = 0;
      for (const [i, pause] of pauses.entries()) {
        inMs += pause;
        const [, outMs] = out[i] as [number, number];
        expect(outMs).toBeGreaterThanOrEqual(inMs + rule.ms);
        expect(outMs).toBeLessThanOrEqual(inMs + rule.ms + rule.jitterMs);
      }
      expect(outcomes(pauses, seed, rule)).toEqual(out);
    }),
  ));

test("a wider jitter spreads, and another seed spreads otherwise", () => {
  const pauses = Array.from({ length: 20 }, () => 200);
  const rule = { ms: 5, jitterMs: 100 };
  const first = outcomes(pauses, 1, rule).map(([i, atMs]) => atMs - 200 * (i + 1));
  expect(new Set(first).size).toBeGreaterThan(5);
  expect(outcomes(pauses, 2, rule).map(([i, atMs]) => atMs - 200 * (i + 1))).not.toEqual(first);
});
