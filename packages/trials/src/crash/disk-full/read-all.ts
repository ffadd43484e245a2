import type { Acknowledged } from "../acknowledged.js";
import type { Client } from "../client.js";

/** How many queries were answered, and how many of those that should have been. */
export interface Reads {
  readonly reads: number;
  readonly readsThatLived: number;
}

/** Asks a venue that can keep nothing any more. */
export async function readAll(client: Client, pair: string, known: Acknowledged): Promise<Reads> {
  const [orderId] = [...known.ids].slice(-1);
  const answers = await Promise.all([
    client.get(`/v2/mdata/depth?pair=${pair}&size=5`),
    client.get(`/v2/mdata/kline?pair=${pair}&period=1min&size=5`),
    client.get(`/_sandbox/book/${pair}`),
    client.get("/_sandbox/accounts/100001"),
    client.post("/v3/cbu/assets", {}),
    client.post("/v3/cbu/position", {}),
    client.post("/v3/cbu/order/list", { pair, page: 1, size: 10, order_side: 1 }),
    client.post("/v3/cbu/order/detail", { order_id: orderId }),
  ]);
  return { reads: answers.length, readsThatLived: answers.filter((answer) => answer?.state === 0).length };
}
