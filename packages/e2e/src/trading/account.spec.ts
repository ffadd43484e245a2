import type { AccountEvent } from "@depthwire/account";
import { type Account, Credential, connect } from "@depthwire/node";
import { type Profile, type Sandbox, startSandbox } from "@depthwire/sandbox";
import { describe, expect, it, onTestFinished } from "vitest";

const pair = "4BTC_USDT";

interface Scene {
  readonly sandbox: Sandbox;
  readonly account: Account;
  readonly events: AccountEvent[];
  price(share: number): Promise<string>;
}

async function setScene(profile: Profile, protocol: "prefix" | "channel"): Promise<Scene> {
  const sandbox = await startSandbox({ pairs: [pair], profile, requestsPerWindow: 0, tickIntervalMs: 50 });
  onTestFinished(() => sandbox.close());
  const venue = connect({
    addresses: [sandbox.pushUrl],
    protocol,
    restAddress: sandbox.restUrl,
    rest: { throttle: { limit: 1_000, reserve: {} } },
    backoff: { firstWindowMs: 50, maxWindowMs: 100 },
  });
  onTestFinished(() => venue.close());
  const account = venue.account(new Credential(sandbox.credential));
  const events: AccountEvent[] = [];
  void (async () => {
    for await (const event of account.events) {
      events.push(event);
    }
  })();
  await expect.poll(() => events.some(({ kind }) => kind === "started")).toBe(true);
  const price = async (share: number): Promise<string> => {
    const prices = await venue.rest.usdt.getTagPrices();
    return String(Math.floor(Number(prices[pair]?.tagPrice) * share));
  };
  return { sandbox, account, events, price };
}

describe.each([
  ["documented", "prefix"],
  ["documented", "channel"],
  ["deployed", "prefix"],
  ["deployed", "channel"],
] as const)("an account, profile %s, protocol %s", (profile, protocol) => {
  it("hears of its own orders, fills, positions and assets, each once", async () => {
    const { account, events, price } = await setScene(profile, protocol);
    const order = await account.trader.place({
      pair,
      side: "open-long",
      type: "market",
      quantity: "0.01",
      price: await price(1.05),
    });
    expect((await order.done).status).toBe("filled");
    await expect.poll(() => events.filter(({ kind }) => kind === "position").length).toBeGreaterThan(0);
    const fills = events.flatMap((event) => (event.kind === "fill" ? [event.fill] : []));
    expect(fills.length).toBeGreaterThan(0);
    expect(new Set(fills.map(({ fillId }) => fillId)).size).toBe(fills.length);
    const { items } = await account.rest.usdt.listFills({ orderId: order.orderId, page: 1, size: 50 });
    await expect.poll(() => events.filter((event) => event.kind === "fill").length).toBe(items.length);
    const [held] = await account.rest.usdt.getPositions({ pair, side: "long" });
    expect(account.events.state.positions.get(pair)?.long?.quantity).toBe(held?.quantity);
  });

  it("gets what happened while it was cut off, and its gap is closed", async () => {
    const { sandbox, account, events, price } = await setScene(profile, protocol);
    const resting = await account.trader.place({
      pair,
      side: "open-long",
      type: "limit",
      quantity: "0.01",
      price: await price(0.95),
    });
    // The next message of the account ends its connection: it is that of the cancellation.
    sandbox.faults.add({ kind: "cut", channel: "private" }, { kind: "refuse", count: 2 });
    await account.rest.usdt.cancelOrder({ orderId: resting.orderId });
    await expect.poll(() => events.some(({ kind }) => kind === "gap-closed")).toBe(true);
    expect((await resting.done).status).toBe("cancelled");
    expect(account.events.state.gap).toBeUndefined();
  });
});
