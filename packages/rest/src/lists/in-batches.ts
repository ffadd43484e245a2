import {
  type ClientOrderId,
  type HistoricalOrder,
  type InputOf,
  type Order,
  type OrderId,
  usdt,
} from "@depthwire/schema";
import type { CallOptions } from "../call/call-options.js";
import type { CallMaker } from "../call/operation-functions.js";

/** Most ids of one call. No document says it; the sandbox takes as many. */
export const idsPerCall = 100;

/** One part of a call that was split. */
export interface BatchOutcome {
  readonly orderIds: readonly string[];
  /** Why this part failed; undefined where it did not. */
  readonly error: unknown;
}

/** Orders by the venue's ids, however many: the calls are made one after the other. Unknown ones are absent. */
export async function ordersById(
  venue: CallMaker,
  orderIds: readonly InputOf<OrderId>[],
  options?: CallOptions,
): Promise<readonly Order[]> {
  const parts: Order[] = [];
  for (const part of chunks(orderIds)) {
    parts.push(...(await venue.call(usdt.getOrders, { orderIds: part }, options)));
  }
  return parts;
}

/** Orders by the caller's ids, however many. An id may find several orders. */
export async function ordersByClientOrderId(
  venue: CallMaker,
  clientOrderIds: readonly InputOf<ClientOrderId>[],
  options?: CallOptions,
): Promise<readonly Order[]> {
  const parts: Order[] = [];
  for (const part of chunks(clientOrderIds)) {
    parts.push(...(await venue.call(usdt.getOrdersByClientOrderId, { clientOrderIds: part }, options)));
  }
  return parts;
}

/** Orders of the past by the venue's ids, however many. */
export async function historicalOrdersById(
  venue: CallMaker,
  orderIds: readonly InputOf<OrderId>[],
  options?: CallOptions,
): Promise<readonly HistoricalOrder[]> {
  const parts: HistoricalOrder[] = [];
  for (const part of chunks(orderIds)) {
    parts.push(...(await venue.call(usdt.getHistoricalOrders, { orderIds: part, clientOrderIds: [] }, options)));
  }
  return parts;
}

/** Cancels orders, however many. One part that fails does not keep the others from being sent. */
export async function cancelOrders(
  venue: CallMaker,
  orderIds: readonly InputOf<OrderId>[],
  options?: CallOptions,
): Promise<readonly BatchOutcome[]> {
  const outcomes: BatchOutcome[] = [];
  for (const part of chunks(orderIds)) {
    try {
      await venue.call(usdt.cancelOrders, { orderIds: part }, options);
      outcomes.push({ orderIds: part, error: undefined });
    } catch (error) {
      outcomes.push({ orderIds: part, error });
    }
  }
  return outcomes;
}

function chunks<Id>(ids: readonly Id[]): readonly (readonly Id[])[] {
  const parts: (readonly Id[])[] = [];
  for (let start = 0; start < ids.length; start += idsPerCall) {
    parts.push(ids.slice(start, start + idsPerCall));
  }
  return parts;
}
