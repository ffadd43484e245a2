/**
 * Opens a position that is protected from its first fill: the order carries a take-profit and a stop-loss. Then it waits until
 * one of them has closed the position.
 *
 * Run: `node docs/examples/take-profit-stop-loss.ts --distance 20`, beside `npm start` (Node 22.18 or later; before, `npx tsx`).
 * See: what was bought, the two plans that wait, and how the position ended.
 * Ctrl-C and the end of the time leave position and plans where they are: both protect you without this program.
 */
import { parseArgs } from "node:util";
import { addDecimals, connect, readCredentialFile, roundPrice, subtractDecimals } from "@depthwire/node";

const { values } = parseArgs({
  options: {
    push: { type: "string", default: "ws://127.0.0.1:8090/cbu" },
    rest: { type: "string", default: "http://127.0.0.1:8090" },
    key: { type: "string", default: ".depthwire/credential.json" },
    pair: { type: "string", default: "4BTC_USDT" },
    quantity: { type: "string", default: "0.01" },
    /** From the price of the order to each trigger. */
    distance: { type: "string", default: "100" },
    seconds: { type: "string", default: "60" },
  },
});
const { pair, quantity, distance } = values;
const stop = new AbortController();
process.once("SIGINT", () => stop.abort());
const venue = connect({ addresses: [values.push], restAddress: values.rest });
const account = venue.account(await readCredentialFile(values.key));
await account.ready;

/** The price at which this quantity can be bought now. */
async function priceToBuy(): Promise<string> {
  for await (const { status, asks } of venue.book(pair)) {
    const { worstPrice, complete } = asks.costOf(quantity);
    if (status === "live" && complete && worstPrice !== undefined) {
      return worstPrice;
    }
  }
  throw new Error("the book ended");
}

const scale = (await venue.rest.usdt.getPrecisions()).find((one) => one.pair === pair)?.priceScale ?? 0;
const price = await priceToBuy();
const order = await account.trader.place({
  pair,
  side: "open-long",
  type: "limit",
  quantity,
  price,
  attachedOrderType: "market",
  takeProfitTriggerPrice: roundPrice(addDecimals(price, distance), scale, "up"),
  stopLossTriggerPrice: roundPrice(subtractDecimals(price, distance), scale, "down"),
});
// What does not trade at once shall not trade later, when nobody looks: `done` says what was bought.
const cancelling = setTimeout(() => void order.cancel().catch(() => undefined), 3_000);
const bought = await order.done;
clearTimeout(cancelling);
console.log(`bought ${bought.dealQuantity} at ${bought.dealPrice}`);

if (Number(bought.dealQuantity) > 0) {
  for (const { plan, triggerPrice, status } of await account.rest.usdt.getPlanOrders({ pair })) {
    console.log(`${plan} at ${triggerPrice}: ${status}`);
  }
  const over = AbortSignal.any([stop.signal, AbortSignal.timeout(Number(values.seconds) * 1_000)]);
  over.addEventListener("abort", () => account.close());
  let ended = false;
  for await (const event of account.events) {
    if (event.kind === "plan-order" && event.planOrder.pair === pair) {
      console.log(`${event.planOrder.plan} at ${event.planOrder.triggerPrice}: ${event.planOrder.status}`);
    }
    if (event.kind === "position-change" && event.change.pair === pair) {
      console.warn(`the venue changed the position: ${event.change.type}`);
    }
    ended = Number(account.events.state.positions.get(bought.pair)?.long?.quantity ?? "0") === 0;
    // While something may be missing, the state is not to be believed.
    if (ended && account.events.state.gap === undefined) {
      break;
    }
  }
  console.log(ended ? "the position is closed" : "the time is over: the plans protect what is held");
}
account.close();
await venue.close();
