import { fakeClock, seededRandom } from "@depthwire/testkit";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createClientOrderIds, idsPerMillisecond } from "./client-order-ids.js";

describe("client order ids", () => {
  it("are unique, safe as integers, and do not come back when the clock does", () => {
    const pauses = fc.array(fc.integer({ min: -5, max: 5 }), { minLength: 1, maxLength: 10 });
    fc.assert(
      fc.property(pauses, fc.integer(), (steps, seed) => {
        const clock = fakeClock();
        const next = createClientOrderIds(clock, seededRandom(seed));
        const seen = new Set<string>();
        let isSafe = true;
        for (const step of steps) {
          clock.jumpEpoch(step);
          for (let i = 0; i < 5_000; i++) {
            const id = next();
            isSafe &&= Number.isSafeInteger(Number(id)) && String(Number(id)) === id && id !== "0";
            seen.add(id);
          }
        }
        expect(isSafe).toBe(true);
        expect(seen.size).toBe(steps.length * 5_000);
      }),
      { numRuns: 8 },
    );
  });
});

it("client order ids run ahead of the clock by no more than the milliseconds that they use up", () => {
  const clock = fakeClock();
  const next = createClientOrderIds(clock, seededRandom(1));
  const firstMs = Math.floor(Number(next()) / idsPerMillisecond);
  expect(firstMs).toBe(clock.epochMs());
  let last = "";
  for (let made = 1; made < 3 * idsPerMillisecond; made++) {
    last = next();
  }
  expect(Math.floor(Number(last) / idsPerMillisecond)).toBe(firstMs + 2);
});
