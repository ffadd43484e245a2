/**
 * Follows one book and tells its best prices.
 *
 * Run: `node docs/examples/follow-a-book.ts --pair 4BTC_USDT --states 5`, beside `npm start` (Node 22.18 or later; before,
 * `npx tsx`).
 * See: a line such as `1042: 47741.3 / 47741.6` for each state. Only a book that is `live` is told.
 */
import { parseArgs } from "node:util";
import { connect, ValidationError } from "@depthwire/node";

process.once("uncaughtException", (error: NodeJS.ErrnoException) => {
  // What has a code can be mended outside of this program (an option, an address): its sentence is enough.
  console.error(error.code === undefined ? error : error.message);
  process.exit(1);
});
const { values } = parseArgs({
  options: {
    push: { type: "string", default: "ws://127.0.0.1:8090/cbu" },
    pair: { type: "string", default: "4BTC_USDT" },
    states: { type: "string", default: "5" },
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

const venue = connect({ addresses: [values.push] });
const states = numberOf("states");
let told = 0;
for await (const { status, bestBid, bestAsk, seq } of venue.book(values.pair)) {
  if (status !== "live") {
    continue;
  }
  console.log(`${seq}: ${bestBid?.price} / ${bestAsk?.price}`);
  told += 1;
  if (!(told < states)) {
    break;
  }
}
await venue.close();
