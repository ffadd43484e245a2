import { type Account, Credential, connect } from "@depthwire/node";
import type { TraderEvent } from "@depthwire/rest";
import { startSandbox } from "@depthwire/sandbox";
import { startFaultProxy } from "@depthwire/testkit";
import { describe, expect, it, onTestFinished } from "vitest";

const pair = "4BTC_USDT";

interface Scene {
  readonly account: Account;
  /** Makes the venue unreachable, or reachable again. */
  cut(isCut: boolean): void;
  price(share: number): Promise<string>;
}

async function setScene(listener?: (event: TraderEvent) => void): Promise<Scene> {
  const sandbox = await startSandbox({ pairs: [pair], requestsPerWindow: 0, tickIntervalMs: 50 });
  onTestFinished(() => sandbox.close());
  const proxy = await startFaultProxy({ port: sandbox.port });
  onTestFinished(() => proxy.close());
  const at = `127.0.0.1:${proxy.port}`;
  const venue = connect({
    addresses: [sandbox.pushUrl.replace(/127\.0\.0\.1:\d+|localhost:\d+/, at)],
    restAddress: `http://${at}`,
    rest: { throttle: { limit: 1_000, reserve: {} }, timeoutMs: 2_000, attemptTimeoutMs: 500 },
    backoff: { firstWindowMs: 50, maxWindowMs: 100 },
    http: { proxy: "none" },
  });
  onTestFinished(() => venue.close());
  const account = venue.account(new Credential(sandbox.credential), {
    trader: { outcomes: { toleranceMs: 600, marginMs: 200 }, listener },
  });
  await expect.poll(() => account.events.state.hasStarted).toBe(true);
  const price = async (share: number): Promise<string> => {
    const prices = await venue.rest.usdt.getTagPrices();
    return String(Math.floor(Number(prices[pair]?.tagPrice) * share));
  };
  const cut = (isCut: boolean): void => {
    proxy.toServer.passBytes = isCut ? 0 : Number.POSITIVE_INFINITY;
    proxy.cut("reset");
  };
  return { account, cut, price };
}

const limit = { pair, side: "open-long", type: "limit", quantity: "0.01" } as const;

describe("a halt", () => {
  it("outlasts an outage: the venue has nothing open of its own in the end, and the position's stop stays", async () => {
    let rounds = 0;
    const { account, cut, price } = await setScene((event) => {
      rounds += event.kind === "halt-round-failed" ? 1 : 0;
    });
    const { rest, trader } = account;
    await (await trader.place({ ...limit, type: "market", price: await price(1.05) })).done;
    const stopPrice = await price(0.5);
    await rest.usdt.placePlanOrder({
      pair,
      side: "long",
      plan: "stop-loss",
      type: "market",
      price: stopPrice,
      triggerPrice: stopPrice,
      quantity: "0.01",
    });
    const at = await price(0.9);
    for (let i = 0; i < 5; i++) {
      await trader.place({ ...limit, price: at });
    }
    cut(true);
    const halted = trader.halt("an outage");
    await expect.poll(() => rounds).toBeGreaterThan(1);
    expect(trader.halted?.isReached).toBe(false);
    cut(false);
    expect(await halted).toBe("reached");
    const { orders } = await rest.usdt.getOpenOrders({ pair, side: "open-long" });
    expect(orders).toEqual([]);
    expect(await rest.usdt.getPlanOrders({ pair })).toHaveLength(1);
    await expect(trader.place({ ...limit, price: at })).rejects.toMatchObject({ code: "halted" });
  });

  it("leaves the way out open: flatten closes what is held", async () => {
    const { account, price } = await setScene();
    const { rest, trader } = account;
    const at = await price(1.05);
    await (await trader.place({ ...limit, type: "market", price: at })).done;
    await (await trader.place({ ...limit, side: "open-short", type: "market", price: await price(0.95) })).done;
    await trader.halt("enough");
    const { orders, left } = await trader.flatten();
    expect(left).toEqual([]);
    expect(orders.map(({ latest }) => latest.side).sort()).toEqual(["close-long", "close-short"]);
    const positions = await rest.usdt.getPositions({ pair });
    expect(positions.filter(({ quantity }) => Number(quantity) > 0)).toEqual([]);
  });
});
