/**
 * Places an order and finds out what became of it where the call was cut off, as a function for a program of your own.
 *
 * Run: import it and call `placeAndResolve(account.rest, "4BTC_USDT", "45000")`, beside `npm start`.
 * See: `placed`, `not-placed`, `rejected` or `unknown`. It never sends an order twice.
 */
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
