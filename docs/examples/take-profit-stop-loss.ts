/**
 * Opens a position that is protected from its first fill: the order carries a take-profit and a stop-loss. Then it waits until
 * one of them has closed the position.
 *
 * Run: `node docs/examples/take-profit-stop-loss.ts --distance 20`, beside `npm start` (Node 22.18 or later; before, `npx tsx`).
 * See: what was bought, the two plans that wait, and how the position ended.
 * Ctrl-C and the end of the time cancel what has not traded yet, and leave position and plans where they are: the plans protect
 * you without this program. It ends only when the order has: a cancel that fails is told and repeated.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import {
  addDecimals,
  connect,
  type OrderHandle,
  readCredentialFile,
  roundPrice,
  subtractDecimals,
  ValidationError,
} from "@depthwire/node";

process.once("uncaughtException", (error: NodeJS.ErrnoException) => {
  // What has a code can be mended outside of this program (an option, an address, a key): its sentence is enough.
  console.error(error.code === undefined ? error : error.message);
  process.exit(1);
});
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

/** The number of an option. */
function numberOf(name: keyof typeof values): number {
  const number = Number(values[name]);
  if (!Number.isFinite(number)) {
    throw new ValidationError("value-invalid", { path: `--${name}`, rule: "a number" });
  }
  return number;
}

const { pair, quantity, distance } = values;
const stop = new AbortController();
process.once("SIGINT", () => stop.abort());
// A timer of its own: Node 20 may collect an AbortSignal.timeout() that only AbortSignal.any() follows, and it never comes.
setTimeout(() => stop.abort(), numberOf("seconds") * 1_000).unref();
const over = stop.signal;
const isOver = new Promise<void>((resolve) => over.addEventListener("abort", () => resolve()));
const venue = connect({ addresses: [values.push], restAddress: values.rest });
const account = venue.account(await readCredentialFile(values.key));
await Promise.race([account.ready, isOver]);

/** What a call answers; `undefined` where the time is over before. */
async function unlessOver<Answer>(call: Promise<Answer>): Promise<Answer | undefined> {
  return await call.catch((error: unknown) => {
    if (!over.aborted) {
      throw error;
    }
    return undefined;
  });
}

/** The price at which this quantity can be bought now; `undefined` where the time is over before there is one. */
async function priceToBuy(): Promise<string | undefined> {
  const book = venue.book(pair);
  void isOver.then(() => book.close());
  for await (const { status, asks } of book) {
    const { worstPrice, complete } = asks.costOf(quantity);
    if (status === "live" && complete && worstPrice !== undefined) {
      return worstPrice;
    }
  }
  return undefined;
}

/** What does not trade within 3 s shall not trade later, when nobody looks: cancels until the order has ended. */
async function endOf(order: OrderHandle): Promise<Awaited<OrderHandle["done"]>> {
  const done = order.done.then(() => true);
  let ended = await Promise.race([done, isOver, sleep(3_000)]);
  while (ended !== true) {
    // It may have ended meanwhile, or the call was cut off: `done` says which.
    await order.cancel().catch((error: Error) => console.error(`not cancelled yet: ${error.message}`));
    ended = await Promise.race([done, sleep(500)]);
  }
  return await order.done;
}

/** Buys at this price, with both plans attached, and follows the position until a plan has closed it or the time is over. */
async function buyAndFollow(price: string, scale: number): Promise<void> {
  // With no signal: what became of an order that was sent is found out, also when the time is over.
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
  const bought = await endOf(order);
  console.log(`bought ${bought.dealQuantity} at ${bought.dealPrice}`);
  if (Number(bought.dealQuantity) === 0) {
    return;
  }
  const isHeld = (): boolean => Number(account.events.state.positions.get(bought.pair)?.long?.quantity ?? "0") > 0;
  let wasHeld = isHeld();
  const plans = await unlessOver(account.rest.usdt.getPlanOrders({ pair }, { signal: over }));
  for (const { plan, triggerPrice, status } of plans ?? []) {
    console.log(`${plan} at ${triggerPrice}: ${status}`);
  }
  wasHeld ||= isHeld();
  void isOver.then(() => account.close());
  let closed = false;
  for await (const event of account.events) {
    if (event.kind === "plan-order" && event.planOrder.pair === pair) {
      console.log(`${event.planOrder.plan} at ${event.planOrder.triggerPrice}: ${event.planOrder.status}`);
    }
    if (event.kind === "position-change" && event.change.pair === pair) {
      console.warn(`the venue changed the position: ${event.change.type}`);
    }
    // A long that was closed at once is seen in its events alone: the state is ahead of them.
    wasHeld ||= isHeld() || (event.kind === "position" && event.pair === pair && event.side === "long");
    // No long before the first one was seen is no end; and while something may be missing, the state is not to be believed.
    closed = wasHeld && !isHeld() && account.events.state.gap === undefined;
    if (closed) {
      break;
    }
  }
  console.log(closed ? "the position is closed" : "the time is over: the plans protect what is held");
}

const precisions = await unlessOver(venue.rest.usdt.getPrecisions({}, { signal: over }));
const scale = precisions?.find((one) => one.pair === pair)?.priceScale ?? 0;
const price = precisions === undefined || over.aborted ? undefined : await priceToBuy();
if (price === undefined) {
  console.log("the time is over: nothing was bought");
} else {
  await buyAndFollow(price, scale);
}
account.close();
await venue.close();
