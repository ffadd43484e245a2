// Run by Bun: follows a book, places an order and cancels it, at the venue that the first argument describes as JSON.
import { connect, Credential } from "@depthwire/node";

const { restUrl, pushUrl, credential } = JSON.parse(process.argv[2] ?? "{}");
const pair = "4BTC_USDT";
const venue = connect({ addresses: [pushUrl], restAddress: restUrl });
const account = venue.account(new Credential(credential));
let best;
for await (const { status, bestBid } of venue.book(pair)) {
  if (status === "live" && bestBid !== undefined) {
    best = bestBid.price;
    break;
  }
}
const price = (Number(best) / 2).toFixed(1);
const { orderId } = await account.rest.usdt.placeOrder({ pair, side: "open-long", type: "limit", quantity: "0.001", price });
const { status } = await account.rest.usdt.getOrder({ orderId });
await account.rest.usdt.cancelOrder({ orderId });
await venue.close();
process.stdout.write(`${JSON.stringify({ bun: { version: process.versions.bun, book: "live", order: status } })}\n`);
