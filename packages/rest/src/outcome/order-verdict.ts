import type { UnknownOutcome } from "@depthwire/core";
import type { HistoricalOrder, Order } from "@depthwire/schema";

/** An order as either form of record shows it: what both have. */
export type FoundOrder = Pick<
  Order & HistoricalOrder,
  | "orderId"
  | "pair"
  | "side"
  | "price"
  | "quantity"
  | "dealPrice"
  | "dealQuantity"
  | "status"
  | "reason"
  | "createdAtMs"
> &
  Pick<Order, "clientOrderId">;

/** What became of an order whose call was cut off. */
export type OrderVerdict =
  /** It is there. More than one: the venue does not promise that client ids are unique, so all that match are told. */
  | { readonly kind: "placed"; readonly orders: readonly FoundOrder[] }
  /** The venue took it and failed it afterwards. */
  | { readonly kind: "rejected"; readonly orders: readonly FoundOrder[] }
  /** The order is not there, and its request can no longer arrive. */
  | { readonly kind: "not-placed" }
  /** It cannot be told. `candidates` are records without an id of a client's that are like it in everything else. */
  | { readonly kind: "unknown"; readonly reason: UnknownReason; readonly candidates?: readonly FoundOrder[] };

/** Why an outcome stays unknown. */
export type UnknownReason =
  /** Absence proves nothing while nobody knows how long a signed request stays good. */
  | "tolerance-not-known"
  /** The venue did not answer in time. */
  | "venue-silent"
  /** The venue's lists had fewer records than it said there are, as often as they were asked for: the order may be among the others. */
  | "lists-not-whole"
  /** Nothing has the order's id, but something without an id is like it: it may be this order, or somebody else's. */
  | "look-alikes"
  /** Nothing identifies the order: it was sent without an id. */
  | "no-client-order-id";

/** What to look for: an order with an id of the caller's. */
export type OrderToFind = UnknownOutcome & { readonly clientOrderId: string };
