import type { Clock } from "@depthwire/core";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { clockMarginMs, ExclusiveScene, leaseMs, order, toleranceMs } from "./exclusive-scene.spec-kit.js";

const takeoverMs = leaseMs + toleranceMs + clockMarginMs;
/** More than an order reads the clock. */
const maxReadings = 40;
/** Enough turns of the microtask queue for an order whose calls are answered at once. */
const turns = 400;

test("an order that is stopped wherever it reads the clock, for any time, is never taken once a successor could trade", () =>
  fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: maxReadings }),
      fc.integer({ min: 0, max: 2 * takeoverMs }),
      async (stopAt, stoppedMs) => {
        const scene = new ExclusiveScene();
        let readings = Number.NEGATIVE_INFINITY;
        const reading = (read: () => number, stop: () => void): number => {
          if (++readings === stopAt) {
            stop();
          }
          return read();
        };
        const one = scene.process({}, toleranceMs, (clock: Clock, computer) => {
          const stop = (): void => {
            computer.stop();
            scene.clock.advance(stoppedMs);
            computer.wake();
          };
          return {
            epochMs: () => reading(() => clock.epochMs(), stop),
            monotonicMs: () => reading(() => clock.monotonicMs(), stop),
            after: (delayMs, callback) => clock.after(delayMs, callback),
          };
        });
        await scene.untilHolding(one);
        // What is taken later than that may meet a successor, which has waited from the last renewal on.
        const successorMs = scene.writtenMs + takeoverMs;
        readings = 0;
        const placed = one.venue.usdt.placeOrder(order).catch((error: unknown) => error);
        for (let turn = 0; turn < turns; turn++) {
          await Promise.resolve();
        }
        expect(readings).toBeGreaterThan(2);
        const originMs = scene.clock.epochMs() - scene.clock.monotonicMs();
        expect(scene.venue.orders.filter(({ t }) => t - originMs >= successorMs)).toEqual([]);
        await scene.clock.advanceAndSettle(0);
        await placed;
      },
    ),
    { numRuns: 80 },
  ));
