import type { Clock } from "@depthwire/core";
import { type ClockSample, clockSample } from "../clock/clock-sample.js";
import { VenueClock, type VenueClockOptions, type VenueClockReading } from "../clock/venue-clock.js";

/** What a {@link VenueClockMeter} is made of. */
export interface VenueClockMeterParts {
  readonly clock: Clock;
  readonly options: VenueClockOptions;
  /** Asks the venue for its time once, in epoch milliseconds. It bounds its own time. */
  readonly askVenueMs: () => Promise<number>;
}

/** Measures the venue's time when it is needed: before the first signed call, then beside calls once it is old. No timer runs. */
export class VenueClockMeter {
  readonly #parts: VenueClockMeterParts;
  readonly #venueClock: VenueClock;
  #measuring: Promise<void> | undefined;

  constructor(parts: VenueClockMeterParts) {
    this.#parts = parts;
    this.#venueClock = new VenueClock(parts.clock, parts.options);
  }

  /** What is known; undefined before the first measurement. */
  reading(): VenueClockReading | undefined {
    return this.#venueClock.reading();
  }

  /** @throws TransportError `clock-unreliable` */
  signingTimeMs(): number {
    return this.#venueClock.signingTimeMs();
  }

  /** Whether it is time to measure. */
  get isDue(): boolean {
    return this.#venueClock.isDue;
  }

  /** Resolves when something can be signed; a measurement that is merely due goes on beside. */
  async ready(): Promise<void> {
    if (!this.isDue) {
      return;
    }
    const measured = this.measure();
    if (this.#isUsable()) {
      // What is known is still good enough: a failure now is tried again with the next call.
      measured.catch(() => undefined);
      return;
    }
    await measured;
  }

  /** Measures now, or waits for the measurement that goes on. */
  measure(): Promise<void> {
    this.#measuring ??= this.#measure().finally(() => {
      this.#measuring = undefined;
    });
    return this.#measuring;
  }

  async #measure(): Promise<void> {
    const { clock, options, askVenueMs } = this.#parts;
    const round: ClockSample[] = [];
    let failure: unknown;
    for (let i = 0; i < options.roundTrips; i++) {
      const sentAtMs = clock.monotonicMs();
      try {
        const venueMs = await askVenueMs();
        round.push(clockSample(sentAtMs, clock.monotonicMs(), venueMs));
      } catch (error) {
        failure = error;
        break;
      }
    }
    if (round.length === 0) {
      throw failure;
    }
    this.#venueClock.take(round);
  }

  #isUsable(): boolean {
    try {
      this.#venueClock.signingTimeMs();
      return true;
    } catch {
      return false;
    }
  }
}
