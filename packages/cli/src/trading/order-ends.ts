import { setTimeout as wait } from "node:timers/promises";
import { ordersById, type RestClient } from "@depthwire/rest";
import type { Order } from "@depthwire/schema";

const waiting: ReadonlySet<string> = new Set(["open", "partly-filled"]);
const pauseMs = 250;

/** Whether an order may still trade. */
export function isWaiting({ status }: Pick<Order, "status">): boolean {
  return waiting.has(status);
}

/** How long is waited for. */
export interface EndPatience {
  readonly patienceMs: number;
  readonly signal: AbortSignal;
}

/**
 * The orders once they are finished: the service takes a cancel, or a market order, before it has carried it out.
 *
 * @returns them as they are when the patience is over, some of them waiting still
 */
export async function finishedOrders(
  rest: RestClient,
  orderIds: readonly string[],
  { patienceMs, signal }: EndPatience,
): Promise<readonly Order[]> {
  const endMs = performance.now() + patienceMs;
  for (;;) {
    const orders = await ordersById(rest, orderIds, { signal });
    if (orders.length === orderIds.length && !orders.some(isWaiting)) {
      return orders;
    }
    if (performance.now() >= endMs) {
      return orders;
    }
    await wait(pauseMs, undefined, { signal });
  }
}
