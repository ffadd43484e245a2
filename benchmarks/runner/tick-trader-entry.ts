import { type TickVenue, tickTraders } from "../contestants/tick-trader.js";
import { idOfTick, tradeEvery } from "./tick-order.js";

/** What the process of a bot is told, in its one argument. */
export interface TickTraderOrders {
  readonly contestant: string;
  /** Its number in the run. */
  readonly bot: number;
  readonly venue: TickVenue;
  /** As they stand in the corpus. */
  readonly pairs: readonly string[];
  /** What is traded: orders that rest, and are cancelled as soon as they are answered. */
  readonly order: { readonly pair: string; readonly price: string };
}

/** What it answers: that every book is there; then, when it is asked, what went wrong since. */
export type TickTraderAnswer =
  | { readonly kind: "live" }
  | { readonly kind: "failures"; readonly list: readonly string[] };

const { contestant, bot, venue, pairs, order } = JSON.parse(process.argv[2] ?? "{}") as TickTraderOrders;
const trade = tickTraders[contestant];
if (trade === undefined) {
  throw new RangeError(`there is no bot "${contestant}"`);
}
const tell = (answer: TickTraderAnswer): void => void process.send?.(answer);
const places = new Map(pairs.map((pair, index) => [pair, index]));
/** By pair: the newest tick that was passed. */
const passed = new Map<string, number>();
const failures: string[] = [];

const running = trade(
  venue,
  pairs,
  (pair, seq) => {
    const tick = Math.floor(seq / tradeEvery) * tradeEvery;
    const before = passed.get(pair);
    passed.set(pair, tick);
    if (before === undefined) {
      if (passed.size === pairs.length) {
        tell({ kind: "live" });
      }
      return undefined;
    }
    if (tick <= before) {
      return undefined;
    }
    const clientOrderId = idOfTick({ pair: places.get(pair) as number, seq: tick }, bot);
    return { ...order, quantity: "0.01", side: "open-long", type: "limit", clientOrderId };
  },
  (error) => failures.push(error instanceof Error ? (error.stack ?? error.message) : String(error)),
);
process.on("message", () => tell({ kind: "failures", list: failures.splice(0) }));
process.once("disconnect", () => void running.close().then(() => process.exit()));
