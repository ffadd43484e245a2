import { join } from "node:path";
import { connect, credentialFromEnvironment, readCredentialFile } from "@depthwire/node";
import { quote, type Settings } from "./quote.js";

/** A sandbox on this computer, unless the environment names another venue. */
const restAddress = process.env["DEPTHWIRE_VENUE"] ?? "http://127.0.0.1:8090";
const pushAddress = process.env["DEPTHWIRE_PUSH"] ?? `${restAddress.replace(/^http/, "ws")}/cbu`;

const settings: Settings = {
  pair: "4BTC_USDT",
  quantity: "0.01",
  distance: "0.001",
  tolerance: "0.0005",
  maxPosition: "0.1",
};

const stop = new AbortController();
process.once("SIGINT", () => stop.abort());
process.once("SIGTERM", () => stop.abort());

// The environment's key, or the demo key that a sandbox started in this directory has put down.
const credential = credentialFromEnvironment() ?? (await readCredentialFile(join(".depthwire", "credential.json")));

const venue = connect({ addresses: [pushAddress], restAddress });
const account = venue.account(credential, {
  trader: {
    // Checked before anything is sent, whatever the rest of the program does.
    limits: { maxOrderValue: "5000", maxPositionQuantity: settings.maxPosition, maxOrdersPerSecond: 5 },
    onDisconnect: "halt",
  },
});

const fills = (async () => {
  for await (const event of account.events) {
    if (event.kind === "fill") {
      const { side, pair, dealQuantity, dealPrice } = event.fill;
      console.log(`${side} ${dealQuantity} ${pair} at ${dealPrice}`);
    }
  }
})();

try {
  await account.ready;
  console.log(`Quoting ${settings.pair} at ${restAddress}. Ctrl-C withdraws everything and ends.`);
  const { orders, refused } = await quote({ venue, account }, settings, stop.signal);
  console.log(`Withdrawn. ${orders} orders were placed, ${refused} refused.`);
} finally {
  account.close();
  await fills;
  await venue.close();
}
