import { compareDecimal } from "@depthwire/core";
import type { Order, OrderStatus } from "@depthwire/schema";

/** What an order handle knows of its order: what all records of orders have. */
export type OrderState = Pick<
  Order,
  "orderId" | "pair" | "side" | "price" | "quantity" | "dealPrice" | "dealQuantity" | "status"
> &
  Partial<Pick<Order, "clientOrderId">>;

/** How far each status is; a status never goes back. */
const progress: Readonly<Record<Exclude<OrderStatus, `unknown:${string}`>, number>> = {
  open: 0,
  "partly-filled": 1,
  "partly-cancelled": 2,
  cancelled: 2,
  filled: 2,
  failed: 2,
};

/** Whether the order is finished: nothing more can happen to it. */
export function isFinished(status: OrderStatus): boolean {
  return progressOf(status) === 2;
}

/**
 * What is known of an order once `told` was heard: a status never goes back, and what was traded never becomes less.
 *
 * @returns `known` itself where it says nothing newer
 */
export function afterHearing(known: OrderState, told: OrderState): OrderState {
  const step = progressOf(told.status) - progressOf(known.status);
  const isMore = hasTradedMore(told.dealQuantity, known);
  const isLater = step > 0 || (step === 0 && isMore && !isFinished(known.status));
  if (isLater) {
    return hasTradedMore(known.dealQuantity, told) ? withTradesOf(known, told) : told;
  }
  return isMore ? withTradesOf(told, known) : known;
}

/** Whether more was traded than an order says. */
export function hasTradedMore(quantity: string, { dealQuantity }: OrderState): boolean {
  return compareDecimal(quantity, dealQuantity) > 0;
}

function withTradesOf({ dealPrice, dealQuantity }: OrderState, order: OrderState): OrderState {
  return { ...order, dealPrice, dealQuantity };
}

function progressOf(status: OrderStatus): number {
  return status in progress ? progress[status as keyof typeof progress] : 0;
}
