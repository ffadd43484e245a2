import { OrderOutcomeUnknown } from "@depthwire/core";
import type { OrderVerdict, RestClient } from "@depthwire/rest";

/** Places an order; where its call is cut off, finds out what became of it. It is never sent twice. */
export async function placeAndResolve(rest: RestClient, pair: string, price: string): Promise<OrderVerdict["kind"]> {
  try {
    const { orderId } = await rest.usdt.placeOrder({ pair, side: "open-long", type: "limit", quantity: "0.01", price });
    console.log(`order ${orderId} is placed`);
    return "placed";
  } catch (error) {
    if (!(error instanceof OrderOutcomeUnknown)) throw error;
    const verdict = await rest.resolveOrder(error);
    console.log(`the call was cut off; the order is ${verdict.kind}`);
    return verdict.kind;
  }
}
