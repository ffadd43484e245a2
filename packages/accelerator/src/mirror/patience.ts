import { type Clock, VenueError } from "@depthwire/core";
import { type Operation, usdt } from "@depthwire/schema";
import { pause } from "./wait.js";

/** The venue's word for "too frequent". @spec document 1, Errors */
const tooFrequent = 2091;

/** Whether the venue found a call too frequent: it looked at nothing else of it. */
export function isTooFrequent(error: unknown): boolean {
  return error instanceof VenueError && error.venueCode === tooFrequent;
}

/**
 * Whether a call that the venue found too frequent may go out again by itself. By the documents 2091 is a certain refusal, but something on the way may count for itself and
 * refuse what the venue took: what acts twice when it is sent twice stays with its caller, as in the client. An order alone can be looked for before, by its client id.
 */
export function mayGoOutAgain(operation: Operation): boolean {
  return operation.repeat === "freely" || operation === usdt.placeOrder;
}

/** Wait before a call that was too frequent goes back into the queue, in milliseconds: the throttle cools down by itself. */
const againAfterMs = 250;

/**
 * Makes a call until the venue no longer finds it too frequent. By the documents such a refusal is definite; an order is looked for all the same before
 * it is sent again; what may not go out again ({@link mayGoOutAgain}) does not belong here. Other programs on the same key cause it.
 *
 * @param untilMs monotonic time after which the refusal is passed on
 * @throws what the call throws
 */
export async function patiently<Result>(clock: Clock, untilMs: number, call: () => Promise<Result>): Promise<Result> {
  for (;;) {
    try {
      return await call();
    } catch (error) {
      if (!isTooFrequent(error) || clock.monotonicMs() + againAfterMs > untilMs) {
        throw error;
      }
      await pause(clock, againAfterMs);
    }
  }
}
