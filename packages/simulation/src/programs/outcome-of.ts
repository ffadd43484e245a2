import { OrderOutcomeUnknown, TransportError, ValidationError, VenueError } from "@depthwire/core";
import type { ToldOutcome } from "../audit/order-audit.js";

/** What an error says of an order. */
export function outcomeOf(error: unknown): ToldOutcome {
  if (error instanceof OrderOutcomeUnknown) {
    return "unknown";
  }
  if (error instanceof VenueError) {
    return "refused";
  }
  const isCertain = error instanceof ValidationError || (error instanceof TransportError && !error.ambiguous);
  return isCertain ? "not-placed" : "unknown";
}
