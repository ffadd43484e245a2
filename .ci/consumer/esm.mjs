// The packed packages as a user has them: the sandbox, an engine with one thread that follows it, and an order.
import { Credential, connect } from "@depthwire/node";
import { startSandbox } from "@depthwire/sandbox";

const sandbox = await startSandbox({ pairs: 2 });
const venue = connect({ addresses: [sandbox.pushUrl], restAddress: sandbox.restUrl, shards: 1 });
let live;
for await (const view of venue.book("4BTC_USDT")) {
  if (view.status === "live") {
    live = view;
    break;
  }
}
const account = venue.account(new Credential(sandbox.credential));
const price = live.bestAsk.price;
const order = await account.trader.place({
  pair: live.pair,
  side: "open-long",
  type: "market",
  quantity: "0.001",
  price,
});
const { status } = await order.done;
await venue.close();
await sandbox.close();
console.log(`esm: ${live.pair} live at seq ${live.seq}, best ask ${price}; an order is ${status}`);
