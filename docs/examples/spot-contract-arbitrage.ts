/**
 * Looks for a difference between a spot market and its contract that is worth more than both fees, for a quantity, by the
 * levels of both books.
 *
 * Run: `node docs/examples/spot-contract-arbitrage.ts --min-bps 5`, beside `npm start` (Node 22.18 or later; before, `npx tsx`).
 * See: a line for each time at which the difference became worth it, and at the end how many looks there were.
 * It places nothing: the service's documents have no order for spot markets, and one leg alone is a bet. A difference counts only
 * while both books are live.
 */
import { parseArgs } from "node:util";
import { connect, divideDecimals, multiplyDecimals, subtractDecimals, ValidationError } from "@depthwire/node";

process.once("uncaughtException", (error: NodeJS.ErrnoException) => {
  // What has a code can be mended outside of this program (an option, an address): its sentence is enough.
  console.error(error.code === undefined ? error : error.message);
  process.exit(1);
});
const { values } = parseArgs({
  options: {
    push: { type: "string", default: "ws://127.0.0.1:8090/cbu" },
    spot: { type: "string", default: "BTC_USDT" },
    contract: { type: "string", default: "4BTC_USDT" },
    quantity: { type: "string", default: "0.1" },
    /** What both takers' fees and your risk cost, in hundredths of a percent. */
    "min-bps": { type: "string", default: "12" },
    seconds: { type: "string", default: "30" },
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

const { quantity } = values;
const minBps = numberOf("min-bps");
const venue = connect({ addresses: [values.push] });
const spot = venue.book(values.spot);
const contract = venue.book(values.contract);
const stop = new AbortController();
process.once("SIGINT", () => stop.abort());
// A timer of its own: Node 20 may collect an AbortSignal.timeout() that only AbortSignal.any() follows, and it never comes.
setTimeout(() => stop.abort(), numberOf("seconds") * 1_000).unref();
stop.signal.addEventListener("abort", () => {
  spot.close();
  contract.close();
});

let looks = 0;
let unfit = 0;
let found = 0;
let isOpen = false;

/** Both directions: buy on one side what the other pays more for. */
function look(): void {
  const views = { spot: spot.latest, contract: contract.latest };
  const isFit = Object.values(views).every(({ status }) => status === "live");
  if (!isFit) {
    unfit += 1;
    isOpen = false;
    return;
  }
  looks += 1;
  const differences = (["spot", "contract"] as const).flatMap((buyOn) => {
    const sellOn = buyOn === "spot" ? "contract" : "spot";
    const bought = views[buyOn].asks.costOf(quantity);
    const sold = views[sellOn].bids.costOf(quantity);
    if (!bought.complete || !sold.complete) {
      return [];
    }
    const profit = subtractDecimals(sold.notional.text, bought.notional.text);
    const bps = Number(divideDecimals(multiplyDecimals(profit, "10000"), bought.notional.text, 2, "down"));
    return [{ buyOn, sellOn, profit, bps }];
  });
  const best = differences.toSorted((one, other) => other.bps - one.bps)[0];
  const isWorth = best !== undefined && best.bps >= minBps;
  if (isWorth && !isOpen) {
    found += 1;
    console.log(`buy ${quantity} on ${best.buyOn}, sell on ${best.sellOn}: ${best.profit} (${best.bps} bps)`);
  }
  isOpen = isWorth;
}

/** Whichever book moves, both are looked at. */
async function follow(book: typeof spot): Promise<void> {
  for await (const _ of book) {
    look();
  }
}
await Promise.all([follow(spot), follow(contract)]);
console.log(`${found} found in ${looks} looks; ${unfit} times a book was not fit to be looked at`);
await venue.close();
