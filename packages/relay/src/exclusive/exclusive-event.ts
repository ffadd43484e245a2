import type { PendingOutcome, restTypes } from "@depthwire/rest";
import type { Order, PlanOrder } from "@depthwire/schema";

/** What older terms left at the venue, and what was done about it. */
export interface Leftovers {
  /** What became of the calls that earlier processes left in this one's intent store. */
  readonly resolved: readonly PendingOutcome[];
  /** Orders of older terms that were open: cancelled, or taken over (halts and `sentOrders` know them). */
  readonly cancelledOrders: readonly Order[];
  readonly adoptedOrders: readonly Order[];
  /** Open orders that no program of this lease's sent: without an id of a client's, or with one of a newer term. They are left alone. */
  readonly otherOrders: readonly Order[];
  readonly cancelledPlans: readonly PlanOrder[];
  readonly adoptedPlans: readonly PlanOrder[];
}

/** What a person wants to hear of an exclusive account. */
export type ExclusiveEvent =
  /** The lease is held; the first order waits for what a former trader may have under way. */
  | { readonly kind: "taking-over"; readonly term: number }
  /** The tolerance is not known: a person must say that nothing is under way, with `takeOver()`. */
  | { readonly kind: "takeover-by-hand"; readonly term: number }
  /** Orders may be sent. */
  | { readonly kind: "holding"; readonly term: number; readonly leftovers: Leftovers }
  /** No order leaves any more. */
  | { readonly kind: "lost"; readonly term: number; readonly cause: restTypes.ExclusiveLoss }
  /** A step of the takeover failed. It is tried again as long as the lease is held. */
  | { readonly kind: "takeover-failed"; readonly term: number; readonly error: unknown }
  /** A call to the store of leases failed. It is asked again. */
  | { readonly kind: "store-failed"; readonly error: unknown };
