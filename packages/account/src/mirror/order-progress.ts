import { compareDecimal } from "@depthwire/core";
import type { OrderStatus, PlanStatus } from "@depthwire/schema";
import type { AccountOrder } from "./account-event.js";
import { saysTheSame } from "./exact-sum.js";

/** What a message about something known is worth. */
export type Progress =
  /** It says something later. */
  | "newer"
  /** It says nothing new. */
  | "same"
  /** It is older than what is known, and is dropped. */
  | "late";

/** No order comes out of these. */
const finishedStatuses: ReadonlySet<OrderStatus> = new Set(["filled", "partly-cancelled", "cancelled", "failed"]);

/** Whether nothing more happens to an order of this status. A status without a name does not end an order. */
export function isFinished(status: OrderStatus): boolean {
  return finishedStatuses.has(status);
}

/**
 * Judges a later message about an order. Status goes 1 → 2 → 3, 1 → 5, 2 → 4 or to 100, and steps may be left out; within one
 * status the traded quantity only grows.
 *
 * @spec document 1, States and transitions
 */
export function judgeOrder(current: AccountOrder, next: AccountOrder): Progress {
  const step = statusRank(next.status) - statusRank(current.status);
  if (step < 0 || (isFinished(current.status) && next.status !== current.status)) {
    return "late";
  }
  if (step === 0 && compareDecimal(next.dealQuantity, current.dealQuantity) < 0) {
    return "late";
  }
  return saysTheSame(current, mergeOrder(current, next)) ? "same" : "newer";
}

/** The order after a message: what the message does not tell stays, and what was traded never becomes less. */
export function mergeOrder(current: AccountOrder, next: AccountOrder): AccountOrder {
  return hasTradedMore(current, next) ? withTradesOf(current, { ...current, ...next }) : { ...current, ...next };
}

/** Whether `one` reports more traded than `other`. */
export function hasTradedMore(one: AccountOrder, other: AccountOrder): boolean {
  return compareDecimal(one.dealQuantity, other.dealQuantity) > 0;
}

/** The order with what another message said about its trades. */
export function withTradesOf({ dealPrice, dealQuantity }: AccountOrder, order: AccountOrder): AccountOrder {
  return { ...order, dealPrice, dealQuantity };
}

/**
 * Whether a plan order of status `next` comes too late after `current`: only waiting ones go on.
 *
 * @spec document 1, States and transitions; field note 18
 */
export function isLatePlan(current: PlanStatus, next: PlanStatus): boolean {
  return current !== "waiting" && next !== current;
}

function statusRank(status: OrderStatus): number {
  if (isFinished(status)) {
    return 2;
  }
  return status === "open" ? 0 : 1;
}
