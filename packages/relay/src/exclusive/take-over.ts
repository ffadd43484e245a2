import { type Clock, DepthwireError } from "@depthwire/core";
import type { RestClient, restTypes } from "@depthwire/rest";
import { readFence } from "@depthwire/rest/internal";
import { placeOrder } from "@depthwire/schema/usdt";
import { type ClearingParts, clearLeftovers } from "./clear-leftovers.js";
import type { Leftovers } from "./exclusive-event.js";

/** What {@link takeOver} works with. */
export interface TakeoverParts
  extends Pick<ClearingParts, "venue" | "olderOrders" | "olderPlans" | "resolved" | "stillHeld" | "signal"> {
  readonly term: number;
  readonly clock: Clock;
  readonly outcomes: restTypes.ExclusiveParts["outcomes"];
  /** How far a former trader's signed times may have been ahead of the venue's. */
  readonly clockMarginMs: number;
  readonly step: (step: restTypes.TakeoverStep) => void;
  /** Resolves with a person's word that nothing of a former trader is under way. */
  readonly word: () => Promise<void>;
  readonly failed: (error: unknown) => void;
}

/** The wait before a step that failed is tried again, and the longest between two looks at the time. Milliseconds. */
const retryMs = 500;
const maxLookMs = 1_000;
const looksPerWait = 20;

/**
 * What a process does between winning the lease and its first order: waits until nothing of a former trader can arrive, then sees to what older terms left.
 *
 * @throws the signal's reason: the lease was lost, or the account closed; TransportError `closed`
 */
export async function takeOver(parts: TakeoverParts): Promise<Omit<Leftovers, "resolved">> {
  const { venue, clock, term, outcomes, step, stillHeld, signal } = parts;
  step("requests-under-way");
  await persist(parts, () => venue.measureVenueTime());
  if (outcomes.toleranceMs === "not-known") {
    step("by-hand");
    await orAborted(parts.word(), signal);
  } else {
    await untilNothingArrives(parts, outcomes.toleranceMs);
  }
  step("orders-of-older-terms");
  const leftovers = await persist(parts, () => {
    const { nowMs, uncertaintyMs } = venueTime(venue, clock);
    const beforeMs = Math.max(term, nowMs + uncertaintyMs);
    return clearLeftovers({ ...parts, beforeMs, pause: () => pause(clock, retryMs, signal) });
  });
  stillHeld();
  return leftovers;
}

/** The venue's time as the account's calls know it. */
export function venueTime(
  venue: Pick<RestClient, "venueTime">,
  clock: Clock,
): { readonly nowMs: number; readonly uncertaintyMs: number } {
  const { offsetMs, uncertaintyMs } = venue.venueTime() ?? { offsetMs: 0, uncertaintyMs: 0 };
  return { nowMs: clock.epochMs() + offsetMs, uncertaintyMs };
}

/** A former trader signed nothing after this lease was taken; what it signed before stays good for the tolerance and what its clock was ahead. Both clocks count. */
async function untilNothingArrives(
  { venue, clock, clockMarginMs, stillHeld, signal }: TakeoverParts,
  toleranceMs: number,
): Promise<void> {
  const { nowMs, uncertaintyMs } = venueTime(venue, clock);
  const newest = { operation: placeOrder.name, signedAtMs: nowMs + uncertaintyMs };
  const sinceMs = clock.monotonicMs();
  const clocks = { clock, venueTime: () => venueTime(venue, clock), knownSinceMs: () => sinceMs };
  const limits = { toleranceMs, marginMs: clockMarginMs };
  const lookMs = Math.min(maxLookMs, (toleranceMs + clockMarginMs) / looksPerWait);
  while (readFence(clocks, limits)?.(newest) !== true) {
    await pause(clock, lookMs, signal);
    stillHeld();
  }
}

/** Tries again until it works, or the lease is lost. */
async function persist<Value>(
  { clock, stillHeld, failed, signal }: TakeoverParts,
  work: () => Promise<Value>,
): Promise<Value> {
  for (;;) {
    stillHeld();
    try {
      return await work();
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof DepthwireError) || error.code === "closed") {
        throw error;
      }
      failed(error);
    }
    await pause(clock, retryMs, signal);
  }
}

async function pause(clock: Clock, ms: number, signal: AbortSignal): Promise<void> {
  let cancel = (): void => undefined;
  const passed = new Promise<void>((resolve) => {
    cancel = clock.after(ms, resolve);
  });
  try {
    await orAborted(passed, signal);
  } finally {
    cancel();
  }
}

function orAborted<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(signal.reason);
    const unfollow = (): void => signal.removeEventListener("abort", stop);
    signal.addEventListener("abort", stop, { once: true });
    work.then(resolve, reject).then(unfollow, unfollow);
    if (signal.aborted) {
      stop();
    }
  });
}
