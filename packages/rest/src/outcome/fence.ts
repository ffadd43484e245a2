import type { Clock, UnknownOutcome } from "@depthwire/core";
import { timestampToleranceLimit } from "@depthwire/schema/internal";
import { forgetOldest } from "../call/forget-oldest.js";

/** How long after its timestamp the venue still takes a signed request. */
export interface FenceOptions {
  /** As of `ResolveOptions`. */
  readonly toleranceMs?: number | "not-known" | undefined;
  /** As of `ResolveOptions`. */
  readonly marginMs?: number | undefined;
}

/** The two clocks that a fence is read from. */
export interface FenceClocks {
  readonly clock: Clock;
  /** The venue's time in epoch milliseconds, and how far it may be off. */
  readonly venueTime: () => { readonly nowMs: number; readonly uncertaintyMs: number };
  /** Since when a call counts on the monotonic clock: when this client signed it or learned of it. */
  readonly knownSinceMs: (signed: UnknownOutcome) => number;
}

/** How long a signed request stays good. The documents do not say it; see the open points. @spec field note 27 */
export const timestampToleranceMs: number = timestampToleranceLimit.assumed;

/** Added to the tolerance for what clocks and queues may add. Milliseconds. */
const usualMarginMs = 2_000;

/**
 * Reads both clocks: which requests can arrive no more at this moment. The venue's time must be past the timestamp by tolerance and margin, and as
 * much must have passed on this computer's monotonic clock since the request was signed: a venue whose time reads ahead for a while and comes back takes
 * the request all the same.
 *
 * @returns undefined where nobody knows how long a request stays good
 * @spec field note 27
 */
export function readFence(
  { clock, venueTime, knownSinceMs }: FenceClocks,
  options: FenceOptions,
): ((signed: UnknownOutcome) => boolean) | undefined {
  const { nowMs, uncertaintyMs } = venueTime();
  const atMs = clock.monotonicMs();
  const { toleranceMs, marginMs } = options;
  if (toleranceMs === "not-known") {
    return undefined;
  }
  const forMs = goodForMs({ toleranceMs, marginMs });
  return (signed) => nowMs - uncertaintyMs >= signed.signedAtMs + forMs && atMs - knownSinceMs(signed) >= forMs;
}

/** How long after it was signed a request is waited for, in milliseconds. */
export function goodForMs({
  toleranceMs = timestampToleranceMs,
  marginMs = usualMarginMs,
}: FenceOptions & { readonly toleranceMs?: number | undefined }): number {
  return toleranceMs + marginMs;
}

/** How long an answer is worth waiting for where outcomes are found out, in milliseconds: no longer than its request stays good, nor than a call usually takes. */
export function answerTimeoutMs({ toleranceMs, marginMs }: FenceOptions = {}): number {
  return Math.min(
    maxAnswerMs,
    goodForMs({ marginMs, toleranceMs: toleranceMs === "not-known" ? undefined : toleranceMs }),
  );
}

/** As a client's calls take by default. */
const maxAnswerMs = 15_000;

/** How many calls are remembered. One that was forgotten counts from when it is looked for. */
const maxSignings = 10_000;

/** When this client signed each call that must not be repeated, or learned of it from an earlier process or its caller. */
export class Signings {
  readonly #clock: Clock;
  readonly #sinceMs = new Map<string, number>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Monotonic milliseconds; now, where it was not known before. */
  knownSinceMs({ operation, clientOrderId, signedAtMs }: UnknownOutcome): number {
    const key = `${operation} ${clientOrderId} ${signedAtMs}`;
    const sinceMs = this.#sinceMs.get(key) ?? this.#clock.monotonicMs();
    this.#sinceMs.set(key, sinceMs);
    forgetOldest(this.#sinceMs, maxSignings);
    return sinceMs;
  }
}
