/**
 * Trades on a recorded market with play money, in time that passes as fast as the machine can: fills, queue and fees are the
 * sandbox's.
 *
 * Run: `node docs/examples/paper-trade.ts market.ndjson --quantity 1.5 --queue proportional` (Node 22.18 or later; before, `npx tsx`),
 * with a market in the plain format, `docs/market-format.md`. It reaches no venue.
 * See: a line for each fill, or that there was none. The same record gives the same fills, to the byte.
 */
import { parseArgs } from "node:util";
import { Credential, ValidationError } from "@depthwire/core";
import { createRestClient } from "@depthwire/rest";
import { openMarketFile } from "@depthwire/sandbox";
import { createInMemoryVenue } from "@depthwire/sandbox/in-memory";

process.once("uncaughtException", (error: NodeJS.ErrnoException) => {
  // What has a code can be mended outside of this program (an option, a file): its sentence is enough.
  console.error(error.code === undefined ? error : error.message);
  process.exit(1);
});
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    pair: { type: "string", default: "4BTC_USDT" },
    quantity: { type: "string", default: "0.01" },
    /** Who of those that wait at the price is served before the order. */
    queue: { type: "string", default: "behind-all" },
  },
});
const [file = "market.ndjson"] = positionals;
const { pair, quantity } = values;
const rules = ["behind-all", "proportional", "front"] as const;
const queue = rules.find((rule) => rule === values.queue);
if (queue === undefined) {
  throw new ValidationError("value-invalid", { path: "--queue", rule: `one of ${rules.join(", ")}` });
}

const venue = createInMemoryVenue({ market: { records: openMarketFile(file), atEnd: "hold" }, pairs: [pair], queue });
const client = createRestClient(
  { addresses: { rest: venue.restUrl }, credential: new Credential(venue.credential) },
  { clock: venue.clock, random: Math.random, http: (_address, request) => venue.request(request) },
);
let fills = 0;
venue.listen((event) => {
  if (event.kind === "filled" && event.account === venue.userId) {
    fills += 1;
    console.log(`${event.fill.dealQuantity} at ${event.fill.dealPrice}`);
  }
});
// Books are published every 100 ms.
await venue.elapse(100);
// A buy at the best bid as the record begins.
const { bids } = await venue.settle(client.usdt.getDepth({ pair, size: 1 }));
const price = bids?.[0]?.price ?? "0";
await venue.settle(client.usdt.placeOrder({ pair, side: "open-long", type: "limit", quantity, price }));
while (venue.market?.state === "playing") {
  await venue.elapse(1_000);
}
if (fills === 0) {
  console.log(`nothing was traded at ${price}`);
}
venue.close();
