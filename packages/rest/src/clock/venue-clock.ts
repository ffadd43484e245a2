import { type Clock, TransportError } from "@depthwire/core";
import { type ClockSample, uncertaintyMs } from "./clock-sample.js";

/** How the venue's time is followed. Milliseconds unless a name says otherwise. */
export interface VenueClockOptions {
  /** Round trips of one measurement; the best one counts. */
  readonly roundTrips: number;
  /** A measurement is repeated when the last one is older. */
  readonly measureEveryMs: number;
  /** How fast a small correction is applied: milliseconds a second. Time never jumps backwards. */
  readonly slewMsPerSecond: number;
  /** A correction beyond this is applied at once: a computer that slept is not waited for. */
  readonly stepBeyondMs: number;
  /** Nothing is signed while the venue's time is less certain than this. */
  readonly maxUncertaintyMs: number;
  /** Nothing is signed while the venue's time and the computer's differ by more: one of the two is not to be trusted. */
  readonly maxOffsetMs: number;
}

/** Defaults of {@link VenueClockOptions}. */
export const defaultVenueClockOptions: VenueClockOptions = {
  roundTrips: 5,
  measureEveryMs: 60_000,
  slewMsPerSecond: 5,
  stepBeyondMs: 1_000,
  maxUncertaintyMs: 2_000,
  maxOffsetMs: 300_000,
};

/** What is known of the venue's time. Milliseconds. */
export interface VenueClockReading {
  /** The venue's time minus the computer's. */
  readonly offsetMs: number;
  /** Half the round trip of the best sample, and what clocks may have drifted since. */
  readonly uncertaintyMs: number;
  /** Age of the best sample. */
  readonly ageMs: number;
}

/** Samples that are kept. */
const maxSamples = 16;

/**
 * The venue's time, from samples of round trips. It counts on the monotonic clock: a jump of the computer's own time moves nothing.
 * The sample with the least uncertainty decides, so a slow one never moves it.
 */
export class VenueClock {
  readonly #clock: Clock;
  readonly #options: VenueClockOptions;
  #samples: readonly ClockSample[] = [];
  #measuredAtMs: number | undefined;
  /** Venue time minus monotonic time, as it is applied now. */
  #base = 0;
  #slewedAtMs = 0;
  #lastMs = 0;

  constructor(clock: Clock, options: VenueClockOptions = defaultVenueClockOptions) {
    this.#clock = clock;
    this.#options = options;
  }

  /** Whether it is time to measure. */
  get isDue(): boolean {
    const { measureEveryMs } = this.#options;
    return this.#measuredAtMs === undefined || this.#clock.monotonicMs() - this.#measuredAtMs >= measureEveryMs;
  }

  /** What is known; undefined before the first measurement. */
  reading(): VenueClockReading | undefined {
    const best = this.#best();
    if (best === undefined) {
      return undefined;
    }
    const nowMs = this.#clock.monotonicMs();
    return {
      offsetMs: best.base + nowMs - this.#clock.epochMs(),
      uncertaintyMs: uncertaintyMs(best, nowMs),
      ageMs: nowMs - best.receivedAtMs,
    };
  }

  /**
   * The venue's time to sign with, in epoch milliseconds. It never goes back.
   *
   * @throws TransportError `clock-unreliable`
   */
  signingTimeMs(): number {
    const reading = this.reading();
    if (reading === undefined) {
      throw new TransportError("clock-unreliable", { problem: "not-measured", foundMs: 0, limitMs: 0 });
    }
    const { maxUncertaintyMs, maxOffsetMs } = this.#options;
    ensureWithin("uncertain", reading.uncertaintyMs, maxUncertaintyMs);
    ensureWithin("too-far-off", Math.abs(reading.offsetMs), maxOffsetMs);
    this.#slew();
    this.#lastMs = Math.max(this.#lastMs, Math.floor(this.#base + this.#clock.monotonicMs()));
    return this.#lastMs;
  }

  /** Takes the round trips of one measurement. */
  take(round: readonly ClockSample[]): void {
    const nowMs = this.#clock.monotonicMs();
    this.#slew();
    this.#measuredAtMs = nowMs;
    const isContradicted = this.#isContradictedBy(round, nowMs);
    this.#samples = [...(isContradicted ? [] : this.#samples), ...round].slice(-maxSamples);
    const best = this.#best();
    const isFirst = this.#lastMs === 0;
    if (best !== undefined && (isFirst || Math.abs(best.base - this.#base) > this.#options.stepBeyondMs)) {
      this.#base = best.base;
    }
  }

  /** Several round trips that all lie outside of what was believed: the old samples are from before a sleep or a leap. */
  #isContradictedBy(round: readonly ClockSample[], nowMs: number): boolean {
    const best = this.#best();
    if (best === undefined || round.length < 2) {
      return false;
    }
    const believedWithin = uncertaintyMs(best, nowMs);
    return round.every((sample) => Math.abs(sample.base - best.base) > believedWithin + uncertaintyMs(sample, nowMs));
  }

  #best(): ClockSample | undefined {
    const nowMs = this.#clock.monotonicMs();
    let best: ClockSample | undefined;
    for (const sample of this.#samples) {
      if (best === undefined || uncertaintyMs(sample, nowMs) <= uncertaintyMs(best, nowMs)) {
        best = sample;
      }
    }
    return best;
  }

  #slew(): void {
    const nowMs = this.#clock.monotonicMs();
    const maxMs = ((nowMs - this.#slewedAtMs) * this.#options.slewMsPerSecond) / 1_000;
    this.#slewedAtMs = nowMs;
    const best = this.#best();
    if (best !== undefined) {
      this.#base += Math.max(-maxMs, Math.min(maxMs, best.base - this.#base));
    }
  }
}

function ensureWithin(problem: "uncertain" | "too-far-off", foundMs: number, limitMs: number): void {
  if (foundMs > limitMs) {
    throw new TransportError("clock-unreliable", { problem, foundMs: Math.ceil(foundMs), limitMs });
  }
}
