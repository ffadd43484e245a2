import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Credential, createNodeClock, createNodeHttpClient } from "@depthwire/node";
import { createRestClient } from "@depthwire/rest";
import { startSandbox } from "@depthwire/sandbox";
import { expect, it, onTestFinished } from "vitest";
import { openDesk } from "./desk.js";

const pair = "4BTC_USDT";

it("leaves the requests of the demo key to the programs beside it, and shows their orders", async () => {
  const folder = await mkdtemp(join(tmpdir(), "desk-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  // Nothing falls out of so long a window: the count is that of all requests.
  const requests = 30;
  const sandbox = await startSandbox({ pairs: [pair], requestsPerWindow: requests, requestWindowMs: 600_000 });
  onTestFinished(() => sandbox.close());
  const desk = await openDesk(sandbox, join(folder, "private", "credential.json"));
  onTestFinished(() => desk.close());
  await desk.account?.ready;

  const http = createNodeHttpClient({ proxy: "none" });
  onTestFinished(() => http.close());
  const rest = createRestClient(
    { addresses: { rest: sandbox.restUrl }, credential: new Credential(sandbox.credential) },
    { clock: createNodeClock(), random: Math.random, http: http.request },
  );
  const orderIds: string[] = [];
  for (let i = 0; i < requests; i++) {
    const placed = await rest.usdt.placeOrder({
      pair,
      side: "open-long",
      type: "limit",
      quantity: "0.01",
      price: "20000",
    });
    orderIds.push(placed.orderId);
  }
  await expect.poll(() => orderIds.every((id) => desk.account?.events.state.orders.has(id) ?? false)).toBe(true);
});
