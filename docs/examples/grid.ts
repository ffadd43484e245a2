/**
 * A grid: buys at prices below the market, sells what each bought one step higher, and buys again.
 *
 * Run: `node docs/examples/grid.ts --seconds 60`, beside `npm start` (Node 22.18 or later; before, `npx tsx`).
 * See: a line for each round that a level made, at the end what was earned before fees and what is still held.
 * Ctrl-C and the end of the time cancel every order of the grid; a position that is left stays, and is told.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import {
  addDecimals,
  connect,
  DepthwireError,
  multiplyDecimals,
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
    levels: { type: "string", default: "5" },
    step: { type: "string", default: "2" },
    quantity: { type: "string", default: "0.01" },
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

const { pair, step, quantity } = values;
const levels = numberOf("levels");
const lastsMs = 1_000 * numberOf("seconds");
const venue = connect({ addresses: [values.push], restAddress: values.rest });
const account = venue.account(await readCredentialFile(values.key), {
  // A fault in this program cannot cost more than this.
  trader: { limits: { maxPositionQuantity: multiplyDecimals(quantity, values.levels) }, onDisconnect: "halt" },
});
await account.ready;

const scale = (await venue.rest.usdt.getPrecisions()).find((one) => one.pair === pair)?.priceScale ?? 0;
// A sale between two prices of the venue would be refused, behind a purchase that then has no exit.
if (!(Number(step) > 0) || Number(roundPrice(step, scale, "down")) !== Number(step)) {
  throw new RangeError(`--step ${step}: ${pair} takes prices with ${scale} decimals, and the step must be above 0`);
}
let earned = "0";
let held = "0";
let rounds = 0;
const orders = new Set<OrderHandle>();

/** Places an order and waits for its end. What it traded counts, whatever its status says. */
async function trade(side: "open-long" | "close-long", price: string, amount: string): Promise<string> {
  const order = await account.trader.place({ pair, side, type: "limit", price, quantity: amount });
  orders.add(order);
  const { dealQuantity, dealPrice } = await order.done;
  orders.delete(order);
  const value = multiplyDecimals(dealPrice, dealQuantity);
  held = side === "open-long" ? addDecimals(held, dealQuantity) : subtractDecimals(held, dealQuantity);
  earned = side === "open-long" ? subtractDecimals(earned, value) : addDecimals(earned, value);
  return dealQuantity;
}

/** One level buys and sells in turn until it is stopped, refused, or sold less than it bought. */
async function workLevel(buyAt: string): Promise<void> {
  const sellAt = addDecimals(buyAt, step);
  try {
    while (account.trader.halted === undefined) {
      const bought = await trade("open-long", buyAt, quantity);
      if (Number(bought) === 0 || account.trader.halted !== undefined) {
        return;
      }
      if ((await trade("close-long", sellAt, bought)) !== bought) {
        return;
      }
      rounds += 1;
      console.log(`bought at ${buyAt}, sold at ${sellAt}: ${bought}`);
    }
  } catch (error) {
    // Refused, halted or not to be found out: this level places nothing more.
    if (!(error instanceof DepthwireError)) {
      throw error;
    }
    console.error(`level ${buyAt} ends: ${error.message}`);
  }
}

const book = venue.book(pair);
let work: readonly Promise<void>[] = [];
for await (const { status, bestAsk } of book) {
  if (status === "live" && bestAsk !== undefined) {
    const top = bestAsk.price;
    work = Array.from({ length: levels }, (_, n) =>
      workLevel(roundPrice(subtractDecimals(top, multiplyDecimals(step, String(n))), scale, "down")),
    );
    break;
  }
}
const stop = new AbortController();
process.once("SIGINT", () => stop.abort());
/** Why a level ended that no refusal ended: a fault in this program. It is thrown when nothing waits any more. */
let fault: unknown;
// A timer of its own: Node 20 may collect an AbortSignal.timeout() that only AbortSignal.any() follows, and it never comes.
setTimeout(() => stop.abort(), lastsMs).unref();
await Promise.race([new Promise((resolve) => stop.signal.addEventListener("abort", resolve)), Promise.all(work)]).catch(
  (error: unknown) => {
    fault = error;
  },
);
console.log(`halt: ${await account.trader.halt(fault === undefined ? "the time is over" : "a fault")}`);
// A halt lets closing orders through that come after it: those are cancelled here.
const idle = Promise.allSettled(work).then(() => true);
while (!(await Promise.race([idle, sleep(500, false)]))) {
  await Promise.allSettled([...orders].map((order) => order.cancel()));
}
console.log(`${rounds} rounds, ${held} held, money ${earned}`);
account.close();
await venue.close();
if (fault !== undefined) {
  throw fault;
}
