import assert from "node:assert/strict";
import { test } from "node:test";
import { openVenue } from "@depthwire/client";
import { Credential, compareDecimal } from "@depthwire/node";
import { createInMemoryVenue } from "@depthwire/sandbox/in-memory";
import { heldOn, quote, type Settings } from "./quote.js";

const settings: Settings = {
  pair: "4BTC_USDT",
  quantity: "0.01",
  distance: "0.0005",
  tolerance: "0.0002",
  maxPosition: "0.05",
};

// A whole exchange in this process: no port, and its time passes only when the test says so. The seed decides the market.
test("quotes both sides within its limits, and withdraws everything when it ends", async () => {
  const market = createInMemoryVenue({ pairs: [settings.pair], seed: 7, requestsPerWindow: 0 });
  const { clock, userId } = market;
  market.apply({ kind: "credit", account: userId, coin: "USDT", amount: "100000", purse: "contract" });
  const venue = openVenue(
    { addresses: [market.pushUrl], restAddress: market.restUrl },
    {
      clock,
      random: Math.random,
      openSocket: (_address, handlers) => market.connect(handlers),
      http: {
        connections: 8,
        open: () => ({ request: (_address, request) => market.request(request), close: async () => {} }),
      },
    },
  );
  const account = venue.account(new Credential(market.credential), {
    trader: { limits: { maxPositionQuantity: settings.maxPosition } },
  });
  await market.settle(account.ready);

  const stop = new AbortController();
  const quoting = quote({ venue, account }, settings, stop.signal);
  let sawBothSides = false;
  for (let second = 0; second < 60; second++) {
    await market.elapse(1_000);
    const sides = market.account(userId).openOrders.map(({ side }) => side);
    assert.ok(sides.length <= 2, "one quote a side at most");
    sawBothSides ||= sides.includes("open-long") && sides.includes("open-short");
  }
  assert.ok(sawBothSides);

  stop.abort();
  const { orders } = await market.settle(quoting);
  assert.ok(orders > 2, "the market moved, and the quotes with it");
  assert.deepEqual(market.account(userId).openOrders, [], "nothing of ours is left");
  for (const side of ["long", "short"] as const) {
    const held = heldOn(account, settings.pair, side);
    assert.ok(compareDecimal(held, settings.maxPosition) <= 0, `${side}: ${held}`);
  }
  account.close();
  await market.settle(venue.close());
  market.close();
});
