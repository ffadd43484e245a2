import type { RestClient } from "@depthwire/rest";
import { openOrdersOf } from "@depthwire/rest/internal";
import type { Order } from "@depthwire/schema";

/** The orders that wait, of one pair or of all, newest first. */
export async function openOrders(
  rest: RestClient,
  pair: string | undefined,
  signal: AbortSignal,
): Promise<readonly Order[]> {
  const { items } = await openOrdersOf(rest, { signal }, pair === undefined ? {} : { pair });
  return items.toSorted((left, right) => right.createdAtMs - left.createdAtMs);
}
