import type { OrderVerdict } from "@depthwire/rest";
import type { FateName } from "./fates.js";
import type { PlannedOrder } from "./order-plan.js";

/** What a client believes of one order in the end. */
export type Belief =
  | { readonly verdict: "placed"; readonly how: "answered" | "resolved"; readonly orderIds: readonly string[] }
  | { readonly verdict: "rejected"; readonly how: "answered" | "resolved"; readonly orderIds: readonly string[] }
  | { readonly verdict: "notPlaced"; readonly how: "not-sent" | "resolved" }
  | { readonly verdict: "unknown"; readonly how: "resolved" };

/** One order that somebody wanted placed once. */
export interface Intent {
  readonly planned: PlannedOrder;
  readonly fate: FateName;
  readonly belief: Belief;
}

/** What a resolver's verdict means. */
export function beliefOf(verdict: OrderVerdict): Belief {
  switch (verdict.kind) {
    case "placed":
    case "rejected":
      return { verdict: verdict.kind, how: "resolved", orderIds: verdict.orders.map(({ orderId }) => orderId) };
    case "not-placed":
      return { verdict: "notPlaced", how: "resolved" };
    case "unknown":
      return { verdict: "unknown", how: "resolved" };
  }
}

/**
 * Holds a belief against the venue's own records.
 *
 * @param orderIds the orders that the venue has for this intent
 * @returns what is wrong with it; nothing where it is right, or claims nothing
 */
export function wrongBelief({ planned, fate, belief }: Intent, orderIds: readonly string[]): string | undefined {
  const believed = "orderIds" in belief ? belief.orderIds : [];
  const isRight =
    belief.verdict === "unknown" ||
    (belief.verdict === "placed" && orderIds.length === 0
      ? false
      : [...believed].sort().join() === [...orderIds].sort().join());
  if (isRight) {
    return undefined;
  }
  const { order } = planned;
  return `order ${order.clientOrderId} (${fate}) is believed ${belief.verdict}, ${belief.how}, with [${believed.join()}]; the venue has [${orderIds.join()}]`;
}
