import { DepthwireError, OrderOutcomeUnknown, ProtocolError, TransportError, VenueError } from "@depthwire/core";
import type { Operation } from "@depthwire/schema";
import type { SlotEnd } from "../throttle/throttle.js";

/** What is known when one attempt of a call failed. */
export interface Failure {
  readonly operation: Operation;
  readonly error: unknown;
  /** Whether an order was sent with this key after the call's first attempt. */
  readonly orderedSince: boolean;
}

const transientTransport: ReadonlySet<string> = new Set(["connect-failed", "connection-lost", "timed-out"]);

/** Whether the same call may be sent again by itself. What moves money never is. */
export function mayRepeat({ operation, error, orderedSince }: Failure): boolean {
  switch (operation.repeat) {
    case "never":
      return false;
    case "unless-ordered-since":
      return !orderedSince && isTransient(error);
    case "freely":
      return isTransient(error);
  }
}

/** Whether the way to the venue, or the venue for a moment, is to blame. */
function isTransient(error: unknown): boolean {
  if (error instanceof TransportError) {
    return transientTransport.has(error.code);
  }
  if (error instanceof VenueError) {
    return error.entry?.retryable ?? false;
  }
  return error instanceof ProtocolError && error.code === "response-not-json";
}

/** Whether another address of the venue may do better. */
export function blamesAddress(error: unknown): boolean {
  if (error instanceof TransportError) {
    return transientTransport.has(error.code);
  }
  return error instanceof ProtocolError && error.code === "response-not-json";
}

/** The venue's word for "too frequent". @spec document 1, Errors */
const tooFrequent = 2091;

/** What a failure says about the venue's count. Only a transport knows that nothing was sent; what the caller passed was refused before. */
export function slotEndOf(end: unknown): SlotEnd {
  const error = end instanceof OrderOutcomeUnknown ? end.cause : end;
  if (error instanceof VenueError) {
    return error.venueCode === tooFrequent ? "too-frequent" : "sent";
  }
  // What could not be read was answered; everything else of ours that is not ambiguous was refused on this side.
  const isUnsent = error instanceof DepthwireError && !error.ambiguous && !(error instanceof ProtocolError);
  return isUnsent ? "not-sent" : "sent";
}
