import { setTimeout as sleep } from "node:timers/promises";
import { Credential, createNodeClock, createNodeHttpClient } from "@depthwire/node";
import { createRestClient } from "@depthwire/rest";
import { startSandbox } from "@depthwire/sandbox";
import { startFaultProxy } from "@depthwire/testkit";
import { expect, it, onTestFinished } from "vitest";
import { followABook } from "../../../../docs/examples/follow-a-book.js";
import { placeAndResolve } from "../../../../docs/examples/place-and-resolve.js";

const pair = "4BTC_USDT";

it("follow-a-book tells best prices", async () => {
  await using sandbox = await startSandbox({ pairs: [pair], depthIntervalMs: 25, tickIntervalMs: 25 });
  const seen = await followABook(sandbox.pushUrl, pair, 5);
  expect(seen).toHaveLength(5);
  expect(seen[0]).toMatch(/^\d+: \d+(\.\d+)? \/ \d+(\.\d+)?$/);
});

it("place-and-resolve places an order, and finds one whose answer was cut off", async () => {
  const sandbox = await startSandbox({ pairs: [pair], requestsPerWindow: 0 });
  onTestFinished(() => sandbox.close());
  const proxy = await startFaultProxy({ port: sandbox.port });
  onTestFinished(() => proxy.close());
  const http = createNodeHttpClient({ proxy: "none" });
  onTestFinished(() => http.close());
  const rest = createRestClient(
    { addresses: { rest: `http://127.0.0.1:${proxy.port}` }, credential: new Credential(sandbox.credential) },
    { clock: createNodeClock(), random: Math.random, http: http.request },
  );
  const tagPrice = (await rest.usdt.getTagPrices())[pair]?.tagPrice ?? "0";
  const price = String(Math.floor(Number(tagPrice) * 0.95));
  expect(await placeAndResolve(rest, pair, price)).toBe("placed");
  // The next call makes a connection of its own, on which no answer comes back.
  proxy.cut("end");
  await expect.poll(() => proxy.alive).toBe(0);
  await sleep(50);
  proxy.toClient.passBytes = 0;
  const verdict = placeAndResolve(rest, pair, price);
  setTimeout(() => Object.assign(proxy.toClient, { passBytes: Number.POSITIVE_INFINITY }), 300);
  expect(await verdict).toBe("placed");
  const { orders } = await rest.usdt.getOpenOrders({ pair, side: "open-long" });
  expect(orders).toHaveLength(2);
});
