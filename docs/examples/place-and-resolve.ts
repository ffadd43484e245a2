import { OrderOutcomeUnknown, type OrderVerdict, type RestClient } from "@depthwire/node";

/** Places an order; where its call is cut off, finds out what became of it. It is never sent twice. */
export async function placeAndResolve(rest: RestClient, pair: string, price: string): Promise<OrderVerdict["kind"]> {
  try {
    await rest.usdt.placeOrder({ pair, side: "open-long", type: "limit", quantity: "0.01", price });
    return "placed";
  } catch (error) {
    if (!(error instanceof OrderOutcomeUnknown)) {
      throw error;
    }
    return (await rest.resolveOrder(error)).kind;
  }
}
