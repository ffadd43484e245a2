import { type FakeClock, fakeClock, seededRandom } from "@depthwire/testkit";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type ClockSample, clockSample } from "./clock-sample.js";
import { defaultVenueClockOptions, VenueClock } from "./venue-clock.js";

/** A round trip whose two ways take so long, to a venue whose clock is `aheadMs` ahead. */
function roundTrip(clock: FakeClock, aheadMs: number, outMs: number, backMs: number): ClockSample {
  const sentAtMs = clock.monotonicMs();
  clock.advance(outMs);
  const venueMs = Math.floor(clock.epochMs() + aheadMs);
  clock.advance(backMs);
  return clockSample(sentAtMs, clock.monotonicMs(), venueMs);
}

describe("the venue's clock", () => {
  it("signs nothing before it was measured, nor while it is too uncertain or too far off", () => {
    const clock = fakeClock();
    const venue = new VenueClock(clock);
    const unmeasured = { code: "clock-unreliable", details: { problem: "not-measured", foundMs: 0, limitMs: 0 } };
    expect(() => venue.signingTimeMs()).toThrow(expect.objectContaining(unmeasured));
    venue.take([roundTrip(clock, 0, 3_000, 3_000)]);
    const uncertain = { code: "clock-unreliable", details: { problem: "uncertain", foundMs: 3_001, limitMs: 2_000 } };
    expect(() => venue.signingTimeMs()).toThrow(expect.objectContaining(uncertain));
    const other = new VenueClock(clock);
    other.take([roundTrip(clock, 3_600_000, 5, 5)]);
    expect(() => other.signingTimeMs()).toThrow(
      expect.objectContaining({ details: expect.objectContaining({ problem: "too-far-off" }) }),
    );
  });

  it("takes the best of several round trips, and one slow sample never moves it", () => {
    const clock = fakeClock();
    const venue = new VenueClock(clock);
    venue.take([roundTrip(clock, 250, 90, 10), roundTrip(clock, 250, 4, 4), roundTrip(clock, 250, 10, 400)]);
    const before = venue.reading();
    expect(before?.offsetMs).toBeCloseTo(250, -1);
    clock.advance(60_000);
    venue.take([roundTrip(clock, 250, 2_000, 0)]);
    expect(venue.reading()?.offsetMs).toBeCloseTo(before?.offsetMs ?? 0, 0);
  });

  it("forgets a sample behind sixteen newer ones: clocks drift", () => {
    const clock = fakeClock();
    const venue = new VenueClock(clock);
    venue.take([roundTrip(clock, 0, 1, 1)]);
    for (let slow = 0; slow < 15; slow++) {
      venue.take([roundTrip(clock, 0, 100, 100)]);
    }
    expect(venue.reading()?.uncertaintyMs).toBeLessThan(10);
    venue.take([roundTrip(clock, 0, 100, 100)]);
    expect(venue.reading()?.uncertaintyMs).toBeGreaterThan(90);
  });

  it("is to be measured before it was, and again after the time that is set for it", () => {
    const clock = fakeClock();
    const venue = new VenueClock(clock, { ...defaultVenueClockOptions, measureEveryMs: 1_000 });
    expect([venue.isDue, venue.reading()]).toEqual([true, undefined]);
    venue.take([roundTrip(clock, 0, 1, 1)]);
    expect(venue.isDue).toBe(false);
    clock.advance(999);
    expect(venue.isDue).toBe(false);
    clock.advance(1);
    expect(venue.isDue).toBe(true);
    expect(venue.reading()).toMatchObject({ ageMs: 1_000 });
  });

  it("takes a whole millisecond of the venue's in its middle, and a round trip's too", () => {
    expect(clockSample(100, 110, 1_000)).toEqual({ receivedAtMs: 110, roundTripMs: 10, base: 895.5 });
  });

  it("keeps a good sample beside several slow ones that say the same", () => {
    const clock = fakeClock();
    const venue = new VenueClock(clock);
    venue.take([roundTrip(clock, 250, 4, 4)]);
    venue.take([roundTrip(clock, 250, 1_500, 500), roundTrip(clock, 250, 500, 1_500)]);
    expect(venue.reading()?.uncertaintyMs).toBeLessThan(100);
  });

  it("corrects slowly, forwards and backwards, and never goes back", () => {
    const clock = fakeClock();
    const venue = new VenueClock(clock, { ...defaultVenueClockOptions, slewMsPerSecond: 10 });
    venue.take([roundTrip(clock, 0, 50, 50)]);
    const startMs = venue.signingTimeMs() - clock.epochMs();
    venue.take([roundTrip(clock, -40, 1, 1)]);
    let last = 0;
    for (let second = 0; second < 10; second++) {
      clock.advance(1_000);
      const nowMs = venue.signingTimeMs();
      expect(nowMs).toBeGreaterThan(last);
      last = nowMs;
      const movedMs = nowMs - clock.epochMs() - startMs;
      expect(Math.abs(movedMs)).toBeLessThanOrEqual(10 * (second + 1) + 2);
    }
    expect(last - clock.epochMs()).toBeGreaterThanOrEqual(-41);
    expect(last - clock.epochMs()).toBeLessThanOrEqual(-38);
  });

  it("is not moved by a jump of the computer's own time", () => {
    const clock = fakeClock();
    const venue = new VenueClock(clock);
    venue.take([roundTrip(clock, 0, 1, 1)]);
    const before = venue.signingTimeMs();
    clock.jumpEpoch(-120_000);
    clock.advance(10);
    expect(venue.signingTimeMs() - before).toBeGreaterThanOrEqual(9);
    expect(venue.signingTimeMs() - before).toBeLessThanOrEqual(11);
    expect(venue.reading()?.offsetMs).toBeCloseTo(120_000, -1);
  });

  it("steps when several round trips contradict what was believed: the computer slept", () => {
    const clock = fakeClock();
    const venue = new VenueClock(clock);
    venue.take([roundTrip(clock, 0, 1, 1)]);
    venue.signingTimeMs();
    venue.take([roundTrip(clock, 200_000, 20, 20)]);
    expect(venue.reading()?.offsetMs).toBeLessThan(10);
    venue.take([roundTrip(clock, 200_000, 20, 20), roundTrip(clock, 200_000, 30, 20)]);
    expect(venue.signingTimeMs() - clock.epochMs()).toBeGreaterThan(199_900);
  });

  it("is always within its uncertainty of the truth, whatever the ways take", () => {
    const trip = fc.record({ outMs: fc.integer({ min: 0, max: 3_000 }), backMs: fc.integer({ min: 0, max: 3_000 }) });
    fc.assert(
      fc.property(fc.array(trip, { minLength: 1, maxLength: 30 }), fc.integer(), (trips, seed) => {
        const clock = fakeClock();
        const random = seededRandom(seed);
        const aheadMs = Math.floor(random() * 100_000) - 50_000;
        const venue = new VenueClock(clock);
        for (const { outMs, backMs } of trips) {
          venue.take([roundTrip(clock, aheadMs, outMs, backMs)]);
          clock.advance(Math.floor(random() * 60_000));
          const { offsetMs, uncertaintyMs } = venue.reading() ?? { offsetMs: Number.NaN, uncertaintyMs: 0 };
          expect(Math.abs(offsetMs - aheadMs)).toBeLessThanOrEqual(uncertaintyMs + 1);
        }
      }),
    );
  });
});
