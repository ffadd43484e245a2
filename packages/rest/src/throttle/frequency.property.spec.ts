import { limits } from "@depthwire/schema/internal";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type FarVenue, farVenue, type RoundTrip } from "../spec-kit/far-venue.spec-kit.js";

const windowMs = limits.frequencyWindow.assumed;

/** Half of the way out, half of it back. */
const even = (roundTripMs: number): RoundTrip => ({ outMs: roundTripMs / 2, backMs: roundTripMs / 2 });

async function readMany(venue: FarVenue, count: number, forMs: number): Promise<void> {
  await venue.settle(venue.client.measureVenueTime());
  for (let i = 0; i < count; i++) {
    void venue.client.usdt.getOpenOrders({ side: "open-long" }).catch(() => undefined);
  }
  await venue.clock.advanceAndSettle(forMs);
}

describe("the venue's frequency limit, by default options", () => {
  it.each([
    ["at once", () => even(0)],
    ["in 200 ms", () => even(200)],
    ["by turns at once and in 400 ms", (nth: number) => even(nth % 2 === 0 ? 0 : 400)],
    ["after a slow second, then at once", (nth: number) => ({ outMs: nth < 30 ? 1_000 : 0, backMs: 0 })],
  ])("is never met by requests that are answered %s", async (_, roundTrip) => {
    const venue = farVenue(roundTrip);
    await readMany(venue, 150, 60_000);
    expect(venue.arrivedAtMs).toHaveLength(150);
    expect(venue.refusedAtMs).toEqual([]);
  });

  it("is never met, however long each way takes up to a second, and whenever that changes", async () => {
    const ms = fc.oneof(fc.integer({ min: 0, max: 1_000 }), fc.constantFrom(0, 1_000));
    const stretch = fc.record({ requests: fc.integer({ min: 1, max: 30 }), outMs: ms, backMs: ms });
    await fc.assert(
      fc.asyncProperty(fc.array(stretch, { minLength: 1, maxLength: 20 }), async (stretches) => {
        const trips = stretches.flatMap((one) => Array.from({ length: one.requests }, () => one));
        const venue = farVenue((nth) => trips[nth % trips.length] as RoundTrip);
        await readMany(venue, 90, 120_000);
        expect(venue.arrivedAtMs).toHaveLength(90);
        expect(venue.refusedAtMs).toEqual([]);
      }),
      { numRuns: 25 },
    );
  });

  it.each([1, 50, 200, 500, 1_000])("is used to nine tenths where a round trip takes %d ms", async (roundTripMs) => {
    const venue = farVenue(() => even(roundTripMs));
    const forMs = 60_000;
    await readMany(venue, 400, forMs);
    const perMs = Math.min(limits.frequency.max / (windowMs + roundTripMs), 8 / roundTripMs);
    expect(venue.arrivedAtMs.length).toBeGreaterThanOrEqual(0.9 * perMs * forMs);
    expect(venue.refusedAtMs).toEqual([]);
  });

  it.each([1_000, 2_000, 4_000])("is used by cancels and reads together where a round trip takes %d ms", async (ms) => {
    const venue = farVenue(() => even(ms));
    const forMs = 60_000;
    await venue.settle(venue.client.measureVenueTime());
    for (let i = 0; i < 200; i++) {
      void venue.client.usdt.cancelOrder({ orderId: "1" }).catch(() => undefined);
    }
    await readMany(venue, 200, forMs);
    const perMs = Math.min(limits.frequency.max / (windowMs + ms), 8 / ms);
    expect(venue.arrivedAtMs.length).toBeGreaterThanOrEqual(0.9 * perMs * forMs);
    expect(venue.refusedAtMs).toEqual([]);
  });

  it("is not met when calls are cut off, whose requests the venue may have counted until then", async () => {
    const venue = farVenue(() => even(600), { retry: { maxAttempts: 1 }, attemptTimeoutMs: 500 });
    await readMany(venue, 60, 60_000);
    expect(venue.arrivedAtMs).toHaveLength(60);
    expect(venue.refusedAtMs).toEqual([]);
  });
});

describe("calls that hang", () => {
  it("hold up no cancel, not even one that needs the venue's time first", async () => {
    const isCancel = (target: string): boolean => target.endsWith("order/close");
    const venue = farVenue(
      () => even(10),
      { attemptTimeoutMs: 600_000 },
      ({ target }) => (isCancel(target) ? { state: 0, result: "" } : undefined),
    );
    const { client, clock, settle, seen } = venue;
    for (let i = 0; i < 40; i++) {
      void client.usdt.getTagPrices().catch(() => undefined);
      void client.usdt.getOpenOrders({ side: "open-long" }).catch(() => undefined);
    }
    await clock.advanceAndSettle(5_000);
    expect(seen).toHaveLength(6);
    for (let i = 0; i < 5; i++) {
      await settle(client.usdt.cancelOrder({ orderId: "1" }), 1_000);
    }
    expect(seen.filter(({ target }) => isCancel(target))).toHaveLength(5);
  });
});
