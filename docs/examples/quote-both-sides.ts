/**
 * A quoting bot: one order on each side of the mid, moved once a second, withdrawn at the end.
 *
 * Run: `node docs/examples/quote-both-sides.ts --distance 5 --seconds 60`, beside `npm start` (Node 22.18 or later; before,
 * `npx tsx`).
 * See: at the end what it bought and sold short, by its own count of fills. It is what the venue's own position grew by, also when
 * connections are cut meanwhile. Nothing of it waits any more.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import {
  addDecimals,
  compareDecimal,
  connect,
  DepthwireError,
  type OrderHandle,
  readCredentialFile,
  roundPrice,
  subtractDecimals,
  ValidationError,
} from "@depthwire/node";

process.once("uncaughtException", (error: NodeJS.ErrnoException) => {
  // What has a code can be mended outside of this program (an option, an address, a key), or is the venue's refusal: its sentence is enough.
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
    /** From the mid to each quote. */
    distance: { type: "string", default: "5" },
    /** Of either side; beyond it the trader refuses. */
    "max-position": { type: "string", default: "1" },
    /** How long the venue takes a signed request, if you know: an order that was cut off is certain so much later. */
    "tolerance-ms": { type: "string", default: "30000" },
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
const maxPositionQuantity = values["max-position"];
const toleranceMs = numberOf("tolerance-ms");
const stop = new AbortController();
process.once("SIGINT", () => stop.abort());
setTimeout(() => stop.abort(), numberOf("seconds") * 1_000).unref();
const isOver = new Promise<void>((resolve) => stop.signal.addEventListener("abort", () => resolve()));

const venue = connect({ addresses: [values.push], restAddress: values.rest });
const account = venue.account(await readCredentialFile(values.key), {
  trader: { limits: { maxPositionQuantity }, onDisconnect: "halt", outcomes: { toleranceMs } },
});
const scale = (await venue.rest.usdt.getPrecisions()).find((one) => one.pair === pair)?.priceScale ?? 0;
let bought = "0";
let soldShort = "0";
const counting = (async () => {
  for await (const event of account.events) {
    if (event.kind === "fill" && event.fill.side === "open-long") {
      bought = addDecimals(bought, event.fill.dealQuantity);
    } else if (event.kind === "fill" && event.fill.side === "open-short") {
      soldShort = addDecimals(soldShort, event.fill.dealQuantity);
    }
  }
})();
await Promise.race([account.ready, isOver]);

const orders: OrderHandle[] = [];

/** Moves the quote of a side to a price, or leaves it where it is. */
async function quote(side: "open-long" | "open-short", price: string): Promise<void> {
  const old = orders.findLast(({ latest }) => latest.side === side);
  if (old?.isFinished === false && old.latest.price === price) {
    return;
  }
  try {
    await old?.cancel();
    await old?.done;
    orders.push(await account.trader.place({ pair, side, type: "limit", quantity, price }));
  } catch (error) {
    // Refused, halted, or cut off and certainly not placed: the next round tries again.
    if (!(error instanceof DepthwireError)) {
      throw error;
    }
  }
}

const book = venue.book(pair);
void isOver.then(() => book.close());
for await (const { status, mid } of book) {
  const { state } = account.events;
  if (status !== "live" || mid === undefined || state.status !== "live" || state.gap !== undefined) {
    continue;
  }
  // A lost line halts. It is back, all is known again, and nothing of the halt is open: on.
  if (account.trader.halted?.isReached === true) {
    account.trader.resume();
  }
  const bid = roundPrice(subtractDecimals(mid.text, distance), scale, "down");
  const ask = roundPrice(addDecimals(mid.text, distance), scale, "up");
  await Promise.all([quote("open-long", bid), quote("open-short", ask), sleep(1_000)]);
}
console.log(`halt: ${await account.trader.halt("the time is over")}`);
// Fills may come behind the end of their order.
const ended = await Promise.all(orders.map(({ done }) => done));
const traded = ended.reduce((sum, { dealQuantity }) => addDecimals(sum, dealQuantity), "0");
while (compareDecimal(addDecimals(bought, soldShort), traded) < 0) {
  await sleep(50);
}
account.close();
await counting;
console.log(`bought ${bought}, sold short ${soldShort}, with ${orders.length} orders`);
await venue.close();
