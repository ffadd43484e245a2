// The packed packages as a user has them: the sandbox, and an engine with one thread that follows it.
import { connect } from "@depthwire/node";
import { startSandbox } from "@depthwire/sandbox";

const sandbox = await startSandbox({ pairs: 2 });
const venue = connect({ addresses: [sandbox.pushUrl], shards: 1 });
let live;
for await (const view of venue.book("4BTC_USDT")) {
  if (view.status === "live") {
    live = view;
    break;
  }
}
await venue.close();
await sandbox.close();
console.log(`esm: ${live.pair} live at seq ${live.seq}, best ask ${live.bestAsk.price}`);
