import { VenueError } from "@depthwire/core";
import type { Operation } from "@depthwire/schema";
import * as usdt from "@depthwire/schema/usdt";
import type { CallOptions } from "./call-options.js";
import type { CallMaker } from "./operation-functions.js";

const finished = 2033;
const beingCancelled = 2064;
const unknownOrder = 2040;

/**
 * Whether the refusal of a cancel that was sent before may only mean that the first one was carried out.
 *
 * @spec document 1, States
 */
export function mayMeanCancelled(operation: Operation, error: unknown): boolean {
  const mayMean = [finished, beingCancelled, unknownOrder];
  return operation === usdt.cancelOrder && error instanceof VenueError && mayMean.includes(error.venueCode);
}

/** Whether a cancel was refused since the order is finished already. @spec document 1, Errors */
export function isFinishedRefusal(error: unknown): boolean {
  return error instanceof VenueError && error.venueCode === finished;
}

/** Whether a call was refused since the venue knows no such order. @spec document 1, Errors */
export function isUnknownOrder(error: unknown): boolean {
  return error instanceof VenueError && error.venueCode === unknownOrder;
}

/**
 * Reads the order: whether it is cancelled, or about to be. Else the refusal stands: it was filled, or never was.
 *
 * @throws as a call
 */
export async function isCancelled(venue: CallMaker, params: unknown, options: CallOptions): Promise<boolean> {
  const { orderId } = params as { readonly orderId: string };
  try {
    const { status } = await venue.call(usdt.getOrder, { orderId }, { ...options, priority: "outcome" });
    return status === "cancelled" || status === "partly-cancelled";
  } catch (error) {
    if (isUnknownOrder(error)) {
      return false;
    }
    throw error;
  }
}
