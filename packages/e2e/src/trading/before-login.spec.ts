import { type AccountEvent, Credential, connect, createNodeClock, createNodeHttpClient } from "@depthwire/node";
import { createRestClient, type IntentStore } from "@depthwire/rest";
import { startSandbox } from "@depthwire/sandbox";
import { startFaultProxy } from "@depthwire/testkit";
import { expect, it, onTestFinished } from "vitest";

const pair = "4BTC_USDT";
const order = { pair, side: "open-long", type: "market", quantity: "0.01", price: "0" } as const;

type Intent = Parameters<IntentStore["begin"]>[0];

/** Keeps what one process sent, and tells the next one. */
function keptIntents(left: readonly Intent[] = []) {
  const kept: Intent[] = [];
  const intents: IntentStore = {
    begin: async (intent) => void kept.push(intent),
    end: async () => undefined,
    load: async () => ({ intents: left.map((intent) => ({ intent, end: undefined })) }),
  };
  return { kept, intents };
}

it("what a process traded before its first login is told once, and nothing that others or an earlier process did", async () => {
  const sandbox = await startSandbox({ pairs: [pair], seed: 5, requestsPerWindow: 0 });
  onTestFinished(() => sandbox.close());
  const credential = new Credential(sandbox.credential);
  const http = createNodeHttpClient({ proxy: "none" });
  onTestFinished(() => http.close());
  const earlier = keptIntents();
  const ports = { clock: createNodeClock(), random: Math.random, http: http.request };
  for (const { intents } of [earlier, keptIntents()]) {
    const client = createRestClient({ addresses: { rest: sandbox.restUrl }, credential }, { ...ports, intents });
    onTestFinished(() => client.close());
    await client.usdt.placeOrder(order);
  }
  expect(earlier.kept).toHaveLength(1);

  const line = await startFaultProxy({ port: sandbox.port });
  onTestFinished(() => line.close());
  line.newConnections = "reset";
  const venue = connect({
    addresses: [`ws://127.0.0.1:${line.port}${new URL(sandbox.pushUrl).pathname}`],
    restAddress: sandbox.restUrl,
    http: { proxy: "none" },
    backoff: { firstWindowMs: 50, maxWindowMs: 100 },
  });
  onTestFinished(() => venue.close());
  const account = venue.account(credential, {
    intents: keptIntents(earlier.kept).intents,
    trader: { pollEveryMs: 50 },
    mirror: { settleMs: 100 },
  });
  const placed = await account.trader.place(order);
  const { dealQuantity } = await placed.done;
  expect(dealQuantity).toBe("0.01");
  expect(account.events.state.hasStarted).toBe(false);

  line.newConnections = "connect";
  const events: AccountEvent[] = [];
  for await (const event of account.events) {
    events.push(event);
    if (event.kind === "started") {
      break;
    }
  }
  const fills = events.flatMap((event) => (event.kind === "fill" ? [event.fill] : []));
  expect(fills.map((fill) => [fill.orderId, fill.dealQuantity])).toEqual([[placed.orderId, "0.01"]]);
  expect(account.events.state.gap).toBeUndefined();
  expect(events.map(({ kind }) => kind)).not.toContain("difference");
}, 60_000);
