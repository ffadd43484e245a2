import { listAll, type RestClient } from "@depthwire/rest";
import { type Order, usdt } from "@depthwire/schema";

/** The list has one side a call. @spec field note 23 */
const sides = ["open-long", "open-short", "close-long", "close-short"] as const;

/** The orders that wait, of one pair or of all, newest first. */
export async function openOrders(
  rest: RestClient,
  pair: string | undefined,
  signal: AbortSignal,
): Promise<readonly Order[]> {
  const byId = new Map<string, Order>();
  for (const side of sides) {
    const wanted = pair === undefined ? { side } : { side, pair };
    for await (const order of listAll(rest, usdt.getOpenOrders, wanted, { signal })) {
      byId.set(order.orderId, order);
    }
  }
  return [...byId.values()].sort((left, right) => right.createdAtMs - left.createdAtMs);
}
