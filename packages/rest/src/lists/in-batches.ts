import type { ClientOrderId, HistoricalOrder, InputOf, Order, OrderId } from "@depthwire/schema";
import { batchOrdersLimit } from "@depthwire/schema/internal";
import * as usdt from "@depthwire/schema/usdt";
import type { CallOptions } from "../call/call-options.js";
import type { CallMaker } from "../call/operation-functions.js";

/** Most ids of one call. No document says it; the sandbox takes as many. */
export const idsPerCall: number = batchOrdersLimit.max;

/** One part of a call that was split. */
export interface BatchOutcome {
  readonly orderIds: readonly string[];
  /** Why this part failed; undefined where it did not. */
  readonly error: unknown;
}

/** Orders by the venue's ids, however many: the calls are made one after the other. Unknown ones are absent. */
export function ordersById(
  venue: CallMaker,
  orderIds: readonly InputOf<OrderId>[],
  options?: CallOptions,
): Promise<readonly Order[]> {
  return joined(orderIds, (part) => venue.call(usdt.getOrders, { orderIds: part }, options));
}

/** Orders by the caller's ids, however many. An id may find several orders. */
export function ordersByClientOrderId(
  venue: CallMaker,
  clientOrderIds: readonly InputOf<ClientOrderId>[],
  options?: CallOptions,
): Promise<readonly Order[]> {
  return joined(clientOrderIds, (part) => venue.call(usdt.getOrdersByClientOrderId, { clientOrderIds: part }, options));
}

/** Orders of the past by the venue's ids, however many. */
export function historicalOrdersById(
  venue: CallMaker,
  orderIds: readonly InputOf<OrderId>[],
  options?: CallOptions,
): Promise<readonly HistoricalOrder[]> {
  return joined(orderIds, (part) =>
    venue.call(usdt.getHistoricalOrders, { orderIds: part, clientOrderIds: [] }, options),
  );
}

/** Cancels orders, however many. One part that fails does not keep the others from being sent. */
export async function cancelOrdersById(
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

async function joined<Id, Item>(
  ids: readonly Id[],
  ask: (part: readonly Id[]) => Promise<readonly Item[]>,
): Promise<readonly Item[]> {
  const items: Item[] = [];
  for (const part of chunks(ids)) {
    items.push(...(await ask(part)));
  }
  return items;
}

function chunks<Id>(ids: readonly Id[]): readonly (readonly Id[])[] {
  const parts: (readonly Id[])[] = [];
  for (let start = 0; start < ids.length; start += idsPerCall) {
    parts.push(ids.slice(start, start + idsPerCall));
  }
  return parts;
}
