import type { Purpose } from "@depthwire/schema/internal";

/**
 * Who goes first when calls wait. Finding out what became of an order goes before new ones; a mirror's reads come last.
 * The table's order is the order of service.
 */
export const callPriorities = ["cancel", "outcome", "order", "account", "read", "background"] as const;

/** One of {@link callPriorities}. */
export type CallPriority = (typeof callPriorities)[number];

/** The priority of a call that was given none. */
export function priorityOf(purpose: Purpose): CallPriority {
  return purpose;
}
