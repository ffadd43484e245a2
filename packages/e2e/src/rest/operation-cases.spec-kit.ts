import { Credential, type HttpClient } from "@depthwire/core";
import { createNodeClock } from "@depthwire/node";
import { createRestClient, type RestClient } from "@depthwire/rest";
import { type Profile, type Sandbox, startSandbox } from "@depthwire/sandbox";
import { coin, type Order, spot, usdt, wallet } from "@depthwire/schema";
import { afterAll, beforeAll, expect, it } from "vitest";

const pair = "4BTC_USDT";
const coinPair = "5BTC_USD";
const spotPair = "BTC_USDT";

/** How calls get to a sandbox. */
export type Way = (sandbox: Sandbox) => Promise<{
  readonly restUrl: string;
  readonly request: HttpClient;
  close(): Promise<void>;
}>;

/** Counts which operations were answered. */
class Answered {
  readonly names = new Set<string>();

  watch<Family extends object>(name: string, functions: Family): Family {
    return new Proxy(functions, {
      get: (target, key) => {
        const original: unknown = Reflect.get(target, key);
        if (typeof original !== "function") {
          return original;
        }
        return async (...args: unknown[]) => {
          const result: unknown = await Reflect.apply(original, target, args);
          this.names.add(`${name}.${String(key)}`);
          return result;
        };
      },
    });
  }
}

const families = { usdt, coin, spot, wallet };
const allNames = Object.entries(families).flatMap(([family, operations]) =>
  Object.entries(operations).flatMap(([name, value]: [string, unknown]) =>
    typeof value === "object" && value !== null && "kind" in value && value.kind === "operation"
      ? [`${family}.${name}`]
      : [],
  ),
);

/** Declares a case of each operation of both documents, and that none is left out. The cases are the same whatever way the calls go. */
export function describeOperations(profile: Profile, way: Way): void {
  let sandbox: Sandbox;
  let venue: RestClient;
  const answered = new Answered();
  const undo: (() => Promise<void>)[] = [];

  beforeAll(async () => {
    // No rate limit: the client's own throttle is for other specs.
    sandbox = await startSandbox({ profile, requestsPerWindow: 0 });
    undo.push(() => sandbox.close());
    const { restUrl, request, close } = await way(sandbox);
    undo.push(close);
    const client = createRestClient(
      {
        addresses: { rest: restUrl },
        credential: new Credential(sandbox.credential),
        throttle: { limit: 10_000, reserve: {} },
      },
      { clock: createNodeClock(), random: Math.random, http: request },
    );
    const watched = Object.fromEntries(
      (["usdt", "coin", "spot", "wallet"] as const).map((name) => [name, answered.watch(name, client[name])]),
    );
    venue = { ...client, ...watched };
  });
  afterAll(async () => {
    for (const end of undo.reverse()) {
      await end();
    }
  });

  /** A price that rests: far below the market, on the grid, within the band. */
  async function restingPrice(): Promise<string> {
    const { priceTag } = { priceTag: (await venue.usdt.getTagPrices())[pair]?.tagPrice ?? "0" };
    return String(Math.floor(Number(priceTag) * 0.95));
  }

  async function rest(): Promise<Order> {
    const price = await restingPrice();
    const order = { pair, quantity: "0.01", side: "open-long", type: "limit", price } as const;
    const { orderId } = await venue.usdt.placeOrder(order);
    return venue.usdt.getOrder({ orderId });
  }

  it("answers public reference and market data", async () => {
    const { serverTimeMs } = await venue.usdt.getServerTime();
    expect(Math.abs(serverTimeMs - Date.now())).toBeLessThan(60_000);
    expect((await venue.usdt.getAlternateDomains())[0]?.restUrl).toBe(sandbox.restUrl);
    expect((await venue.usdt.getContracts()).map((contract) => contract.pair)).toContain(pair);
    expect((await venue.usdt.getPrecisions()).find((one) => one.pair === pair)?.priceScale).toBe(1);
    expect(Object.keys(await venue.usdt.getFundingRates())).toContain(pair);
    expect(Object.keys(await venue.usdt.getTagPrices())).toContain(pair);
    expect((await venue.usdt.getDepth({ pair, size: 5 })).asks).toHaveLength(5);
    expect((await venue.usdt.getKlines({ pair, period: "1min", size: 1 })).length).toBeLessThanOrEqual(1);
    expect((await venue.coin.getContracts()).map((contract) => contract.pair)).toContain(coinPair);
    expect((await venue.coin.getPrecisions()).map((one) => one.pair)).toContain(coinPair);
    expect(Object.keys(await venue.coin.getFundingRates())).toContain(coinPair);
    expect(Object.keys(await venue.coin.getTagPrices())).toContain(coinPair);
  });

  it("answers spot market data", async () => {
    expect(Math.abs((await venue.spot.ping()) - Date.now())).toBeLessThan(60_000);
    expect((await venue.spot.getPairs()).map((one) => one.pair)).toContain(spotPair);
    expect((await venue.spot.getMarkets()).length).toBeGreaterThanOrEqual(5);
    expect((await venue.spot.getMarket({ pair: spotPair })).coin).toBe("BTC");
    expect((await venue.spot.getDepth({ pair: spotPair, size: 3 })).bids).toHaveLength(3);
    expect((await venue.spot.getKlines({ pair: spotPair, period: "1min", size: 2 })).length).toBeLessThanOrEqual(2);
    expect((await venue.spot.getDeals({ pair: spotPair, size: 2 })).length).toBeLessThanOrEqual(2);
    expect((await venue.spot.getTicker({ pair: spotPair })).pair).toBe(spotPair);
    expect(await venue.spot.getTradeLimits()).toBeDefined();
  });

  it("places, finds and cancels orders", async () => {
    const order = await rest();
    expect(order).toMatchObject({ pair, side: "open-long", status: "open" });
    const { orders } = await venue.usdt.getOpenOrders({ pair, side: "open-long" });
    expect(orders.map(({ orderId }) => orderId)).toContain(order.orderId);
    expect(await venue.usdt.getOrders({ orderIds: [order.orderId] })).toHaveLength(1);
    const clientOrderIds = [order.clientOrderId ?? ""];
    expect((await venue.usdt.getOrdersByClientOrderId({ clientOrderIds }))[0]?.orderId).toBe(order.orderId);
    await venue.usdt.cancelOrder({ orderId: order.orderId });
    await expect.poll(async () => (await venue.usdt.getOrder({ orderId: order.orderId })).status).toBe("cancelled");
    const two = [await rest(), await rest()];
    await venue.usdt.cancelOrders({ orderIds: two.map(({ orderId }) => orderId) });
    const last = await rest();
    await venue.usdt.cancelAllOrders({ pair });
    await expect.poll(async () => (await venue.usdt.getOrder({ orderId: last.orderId })).status).toBe("cancelled");
  });

  it("opens a position, protects it, changes it and closes it", async () => {
    await venue.usdt.setModeAndLeverage({ pair, mode: "fixed", longLeverage: 10, shortLeverage: 10 });
    const price = await restingPrice();
    const open = { pair, quantity: "0.01", side: "open-long", type: "market", price } as const;
    const { orderId } = await venue.usdt.placeOrder(open);
    await expect.poll(async () => (await venue.usdt.getOrder({ orderId })).status).toBe("filled");
    const [position] = await venue.usdt.getPositions({ pair, side: "long" });
    expect(position).toMatchObject({ pair, side: "long", mode: "fixed" });
    await venue.usdt.adjustMargin({ pair, side: "long", margin: "5" });
    const plan = { pair, price, triggerPrice: String(Number(price) - 1), quantity: "0.01", side: "long" } as const;
    await venue.usdt.placePlanOrder({ ...plan, plan: "stop-loss", type: "market" });
    const [waiting] = await venue.usdt.getPlanOrders({ pair });
    await venue.usdt.cancelPlanOrder({ orderId: waiting?.orderId ?? "" });
    await venue.usdt.cancelAllPlanOrders({ pair });
    expect((await venue.usdt.listFills({ orderId, page: 1, size: 10 })).items.length).toBeGreaterThan(0);
    await venue.usdt.placeOrder({ ...open, side: "close-long" });
    await expect
      .poll(async () => (await venue.usdt.listPositionChanges({ pair, page: 1, size: 5 })).items[0]?.type)
      .toBe("close");
    const history = await venue.usdt.listOrderHistory({ pair, page: 1, size: 5 });
    expect(history.items.length).toBeGreaterThan(0);
    const byId = await venue.usdt.getHistoricalOrders({ orderIds: [orderId], clientOrderIds: [] });
    expect(byId[0]).toMatchObject({ orderId, status: "filled" });
    expect((await venue.usdt.getAssets({ coin: "USDT" }))[0]?.coin).toBe("USDT");
  });

  it("tells the coin-margined history", async () => {
    const { items } = await venue.coin.listOrderHistory({ pair: coinPair, page: 1, size: 5 });
    const orderId = items[0]?.orderId ?? "";
    expect((await venue.coin.getHistoricalOrders({ orderIds: [orderId], clientOrderIds: [] }))[0]?.orderId).toBe(
      orderId,
    );
    expect((await venue.coin.listFills({ orderId, page: 1, size: 5 })).items.length).toBeGreaterThan(0);
    const changes = await venue.coin.listPositionChanges({ pair: coinPair, page: 1, size: 5 });
    expect(changes.items[0]?.pair).toBe(coinPair);
  });

  it("moves money and tells the wallet", async () => {
    await venue.usdt.transferFunds({ amount: "10", coin: "USDT", direction: "out" });
    expect((await venue.wallet.getMainAssets()).assets.length).toBeGreaterThan(0);
    expect(await venue.wallet.getSpotAssets()).toHaveProperty("totalBtc");
    const address = await venue.wallet.getDepositAddress({ coin: "USDT" });
    expect(address.length).toBeGreaterThan(10);
    const configurations = await venue.wallet.getCoinConfigurations();
    const usdtConfiguration = configurations.find((one) => one.coin === "USDT");
    expect(usdtConfiguration?.withdrawalEnabled).toBe(true);
    const withdrawalId = await venue.wallet.withdraw({ coin: "USDT", amount: "100", address });
    const { items } = await venue.wallet.listWithdrawals({ page: 1, size: 10 });
    expect(items.map((one) => one.withdrawalId)).toContain(withdrawalId);
    expect((await venue.wallet.listDeposits({ page: 1, size: 10 })).items).toBeDefined();
  });

  it("leaves none out", () => {
    expect([...answered.names].sort()).toEqual([...allNames].sort());
    expect(allNames.length).toBeGreaterThan(50);
  });
}
