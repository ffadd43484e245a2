import type { CallMaker } from "@depthwire/rest";
import { type Order, type PassedOf, type ResultOf, usdt } from "@depthwire/schema";
import { newestFirst } from "./newest-first.js";

type Side = PassedOf<typeof usdt.getOpenOrders>["side"];

const sides: readonly Side[] = ["open-long", "open-short", "close-long", "close-short"];

/** Which open orders to list, of all sides. */
export interface AllSidesQuery {
  readonly pair?: string;
  readonly page?: number;
  readonly size?: number;
}

/**
 * Lists open orders of all sides: the documents' form of the question names one side, so the service is asked once a side. Asked one behind the
 * other, since each takes its turn in the throttle.
 *
 * @throws as calls do
 * @spec field note 23
 */
export async function openOrdersOfAllSides(
  maker: CallMaker,
  { pair, page = 1, size }: AllSidesQuery,
  timeoutMs: number,
): Promise<ResultOf<typeof usdt.getOpenOrders>> {
  const found: Order[] = [];
  for (const side of sides) {
    found.push(...(await wholeSide(maker, { ...(pair === undefined ? {} : { pair }), side }, timeoutMs)));
  }
  found.sort(newestFirst);
  const each = size ?? Math.max(1, found.length);
  return { page, total: found.length, orders: found.slice((page - 1) * each, page * each) };
}

/** Whether a deployment sends everything on one page is its own affair. */
async function wholeSide(
  maker: CallMaker,
  query: { readonly pair?: string; readonly side: Side },
  timeoutMs: number,
): Promise<readonly Order[]> {
  const first = await maker.call(usdt.getOpenOrders, query, { timeoutMs });
  const found = [...first.orders];
  const size = first.orders.length;
  let next = first.orders;
  for (let page = 2; next.length > 0 && found.length < first.total; page++) {
    next = (await maker.call(usdt.getOpenOrders, { ...query, page, size }, { timeoutMs })).orders;
    found.push(...next);
  }
  return found;
}
