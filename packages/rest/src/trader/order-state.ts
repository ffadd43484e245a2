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

/** Whether nothing can happen to the order any more. */
export function isFinished(status: OrderStatus): boolean {
  return progressOf(status) === 2;
}

/** Whether `next` tells something newer than `known`: further on, or with more traded. */
export function goesOn(known: OrderState, next: OrderState): boolean {
  const step = progressOf(next.status) - progressOf(known.status);
  return step > 0 || (step === 0 && !isFinished(known.status) && next.dealQuantity !== known.dealQuantity);
}

function progressOf(status: OrderStatus): number {
  return status in progress ? progress[status as keyof typeof progress] : 0;
}
