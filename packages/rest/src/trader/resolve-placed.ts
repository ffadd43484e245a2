import { type OrderOutcomeUnknown, TransportError, VenueError } from "@depthwire/core";
import type { RestClient } from "../client/rest-client.js";
import type { ResolveOptions } from "../outcome/resolve-orders.js";
import type { OrderState } from "./order-state.js";
import { standingOf } from "./repeated-orders.js";

/**
 * Finds out what became of an order whose call was cut off.
 *
 * @throws VenueError the refusal, where a copy of the request was refused and it is certain now that none was carried out
 * @throws TransportError `not-placed`; OrderOutcomeUnknown where it cannot be told, or the search was ended
 */
export async function resolvePlaced(
  venue: RestClient,
  unknown: OrderOutcomeUnknown,
  options: ResolveOptions,
): Promise<OrderState> {
  // The end of the search says nothing about the order, which may rest at the venue.
  const verdict = await venue.resolveOrder(unknown, options).catch(() => {
    throw unknown;
  });
  const found = "orders" in verdict ? standingOf(verdict.orders as readonly OrderState[]) : undefined;
  if (found !== undefined) {
    return found;
  }
  if (verdict.kind === "not-placed") {
    const { cause } = unknown;
    throw cause instanceof VenueError && !cause.ambiguous ? cause : notPlaced(unknown);
  }
  throw unknown;
}

/** What an order ends in that certainly does not exist. */
export function notPlaced(unknown: OrderOutcomeUnknown): TransportError {
  const { operation, clientOrderId = "" } = unknown.details;
  return new TransportError("not-placed", { clientOrderId }, { operation, cause: unknown });
}
