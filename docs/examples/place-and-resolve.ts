/**
 * Places an order by a bare call, and finds out what became of it where the call was cut off. `account.trader.place` does all of
 * this by itself; this is what it does.
 *
 * Run: `node docs/examples/place-and-resolve.ts --price 45000`, beside `npm start` (Node 22.18 or later; before, `npx tsx`).
 * See: `placed`, `not-placed`, `rejected` or `unknown`, and what is open then. It never sends an order twice.
 * The order stays: cancel it with `depthwire cancel`.
 */
import { parseArgs } from "node:util";
import { connect, OrderOutcomeUnknown, readCredentialFile, ValidationError } from "@depthwire/node";

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
    price: { type: "string", default: "45000" },
    /** How long the venue takes a signed request, if you know: a verdict comes so much later. */
    "tolerance-ms": { type: "string", default: "30000" },
  },
});
const { pair, quantity, price } = values;
const toleranceMs = Number(values["tolerance-ms"]);
if (!Number.isFinite(toleranceMs)) {
  throw new ValidationError("value-invalid", { path: "--tolerance-ms", rule: "a number" });
}
const venue = connect({ addresses: [values.push], restAddress: values.rest });
const account = venue.account(await readCredentialFile(values.key));

/** Places the order; where its call is cut off, finds out what became of it. It is never sent twice. */
async function placeAndResolve(): Promise<string> {
  try {
    const { orderId } = await account.rest.usdt.placeOrder({ pair, side: "open-long", type: "limit", quantity, price });
    return `placed: ${orderId}`;
  } catch (error) {
    if (!(error instanceof OrderOutcomeUnknown)) {
      throw error;
    }
    console.log(`cut off: ${error.message}`);
    return (await account.rest.resolveOrder(error, { toleranceMs })).kind;
  }
}

console.log(await placeAndResolve());
for (const { orderId, side, quantity: size, price: at } of (await account.listOpen({ pair })).orders) {
  console.log(`${orderId}: ${side} ${size} at ${at}`);
}
account.close();
await venue.close();
