/**
 * A backtest on a recording that sees each update of a book: it holds one unit long while the best three bids outweigh the best
 * three asks, else none, and pays the spread each time.
 *
 * Run: `node docs/examples/replay-backtest.ts captures/today 4BTC_USDT` with what `recorder.ts` wrote (Node 22.18 or later;
 * before, `npx tsx`).
 * See: how many states there were, trades, gaps, and what the strategy made before fees. Two runs print the same.
 * It trades at the prices of the book as it was, in no queue and without delay: a bound, not a forecast. `paper-trade.ts` has a
 * queue, fees and margin.
 */
import { parseArgs } from "node:util";
import {
  addDecimals,
  type BookView,
  compareDecimal,
  createEngine,
  createInflate,
  multiplyDecimals,
  openDirectoryStore,
  replay,
  replayEngineOptions,
  subtractDecimals,
} from "@depthwire/node";

process.once("uncaughtException", (error: NodeJS.ErrnoException) => {
  // What has a code can be mended outside of this program (an option, a recording): its sentence is enough.
  console.error(error.code === undefined ? error : error.message);
  process.exit(1);
});
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { quantity: { type: "string", default: "0.1" } },
});
const [directory = "captures/today", pair = "4BTC_USDT"] = positionals;
const player = await replay(await openDirectoryStore(directory));
const { clock, loops, openSocket } = player.ports;
const shard = { openSocket, createInflate: () => createInflate() };
const engine = createEngine(replayEngineOptions, { clock, loops, random: Math.random, shard });

let states = 0;
let gaps = 0;
let trades = 0;
let money = "0";
let holds = false;
/** What the position would bring at the newest state at which it could be sold. */
let worth = "0";

/** Sells at what the bids pay, or buys at what the asks cost; false where the book has not enough. */
function trade({ asks, bids }: BookView, side: "buy" | "sell"): boolean {
  const { notional, complete } = (side === "buy" ? asks : bids).costOf(values.quantity);
  if (!complete) {
    return false;
  }
  money = side === "buy" ? subtractDecimals(money, notional.text) : addDecimals(money, notional.text);
  holds = side === "buy";
  trades += 1;
  return true;
}

function weightOf(side: BookView["asks"]): string {
  return side.levels(3).reduce((sum, { quantity }) => addDecimals(sum, quantity), "0");
}

const book = engine.book(pair, { every: true });
const deciding = (async () => {
  for await (const item of book) {
    if (item.kind === "gap") {
      gaps += 1;
      continue;
    }
    const { view } = item;
    // A book that is not live is no market: nothing is decided until it is again.
    if (view.status !== "live") {
      continue;
    }
    states += 1;
    const wants = compareDecimal(weightOf(view.bids), weightOf(view.asks)) > 0;
    if (wants !== holds) {
      trade(view, wants ? "buy" : "sell");
    }
    const { bestBid } = view;
    worth = holds && bestBid !== undefined ? multiplyDecimals(bestBid.price, values.quantity) : "0";
  }
})();
await player.run();
engine.close();
await deciding;
console.log(`${states} states, ${gaps} gaps, ${trades} trades, ${addDecimals(money, worth)} made before fees`);
