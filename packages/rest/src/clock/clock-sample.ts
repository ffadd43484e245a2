/** One round trip to the venue's clock. */
export interface ClockSample {
  /** Monotonic milliseconds. */
  readonly receivedAtMs: number;
  readonly roundTripMs: number;
  /** The venue's time minus the monotonic time, if the way out took as long as the way back. */
  readonly base: number;
}

/** Two good clocks drift apart by less: milliseconds of a millisecond. */
const drift = 100e-6;

/** The venue tells whole milliseconds. */
const resolutionMs = 1;

/** @param venueMs what the venue answered, in epoch milliseconds */
export function clockSample(sentAtMs: number, receivedAtMs: number, venueMs: number): ClockSample {
  const base = venueMs + resolutionMs / 2 - (sentAtMs + receivedAtMs) / 2;
  return { receivedAtMs, roundTripMs: receivedAtMs - sentAtMs, base };
}

/** How far the venue's time may be from what a sample says, at `nowMs` (monotonic). */
export function uncertaintyMs({ receivedAtMs, roundTripMs }: ClockSample, nowMs: number): number {
  return (roundTripMs + resolutionMs) / 2 + (nowMs - receivedAtMs) * drift;
}
