import { type Account, Credential, connect } from "@depthwire/node";
import { type Sandbox, startSandbox } from "@depthwire/sandbox";
import { expect, it, onTestFinished } from "vitest";

const pair = "4BTC_USDT";

interface Scene {
  readonly sandbox: Sandbox;
  readonly account: Account;
  readonly buy: () => Promise<unknown>;
  /** Sells what a purchase bought. */
  readonly sell: () => Promise<unknown>;
  /** Buys past the trader. */
  readonly buyElsewhere: () => Promise<unknown>;
}

async function setScene(): Promise<Scene> {
  const sandbox = await startSandbox({ pairs: [pair], requestsPerWindow: 0, tickIntervalMs: 50 });
  onTestFinished(() => sandbox.close());
  const venue = connect({
    addresses: [sandbox.pushUrl],
    restAddress: sandbox.restUrl,
    http: { proxy: "none" },
    rest: { throttle: { limit: 1_000, reserve: {} } },
    backoff: { firstWindowMs: 50, maxWindowMs: 100 },
  });
  onTestFinished(() => venue.close());
  const account = venue.account(new Credential(sandbox.credential), {
    trader: { limits: { maxPositionQuantity: "0.003" } },
  });
  const market = async () => {
    const prices = await venue.rest.usdt.getTagPrices();
    const price = String(Math.floor(Number(prices[pair]?.tagPrice) * 1.05));
    return { pair, side: "open-long", type: "market", quantity: "0.002", price } as const;
  };
  const buy = async (): Promise<unknown> => account.trader.place(await market());
  const sell = async (): Promise<unknown> => {
    const { price, ...order } = await market();
    return account.trader.place({ ...order, side: "close-long", price: String(Math.floor(Number(price) * 0.9)) });
  };
  const buyElsewhere = async (): Promise<unknown> => account.rest.usdt.placeOrder(await market());
  return { sandbox, account, buy, sell, buyElsewhere };
}

const held = async ({ rest }: Account): Promise<number> =>
  Number((await rest.usdt.getPositions({ pair, side: "long" })).find(({ side }) => side === "long")?.quantity ?? 0);

const beyond = { code: "limit-exceeded", details: { limit: "maxPositionQuantity" } };

it("a position limit holds while the private stream is away: the venue is asked", async () => {
  const { sandbox, account, buy, buyElsewhere } = await setScene();
  await account.ready;
  // The next message of the account ends its connection, and none is made for a while.
  sandbox.faults.add({ kind: "cut", channel: "private" }, { kind: "refuse", count: 1_000_000 });
  await buyElsewhere();
  await expect.poll(() => account.events.status.phase).not.toBe("live");
  for (let i = 0; i < 3; i++) {
    await expect(buy()).rejects.toMatchObject(beyond);
  }
  expect(await held(account)).toBe(0.002);
});

it("a position limit counts what an answer calls filled, before the stream tells of it", async () => {
  const { sandbox, account, buy } = await setScene();
  await account.ready;
  sandbox.faults.add({ kind: "delay", ms: 2_000, channel: "private" });
  const ends = await Promise.allSettled([buy(), buy(), buy()]);
  expect(ends.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  await expect(buy()).rejects.toMatchObject(beyond);
  expect(await held(account)).toBe(0.002);
});

it("a position limit counts trades past the trader that the position's row does not tell yet", async () => {
  const { sandbox, account, buy, buyElsewhere } = await setScene();
  await account.ready;
  const fills: string[] = [];
  void (async () => {
    for await (const event of account.events) {
      if (event.kind === "fill") {
        fills.push(event.fill.dealQuantity);
      }
    }
  })();
  // The order, what it freezes, its trade and its end are told, and twice; what follows, the position first, is kept back.
  sandbox.faults.add(
    { kind: "duplicate", channel: "private", count: 4 },
    { kind: "delay", ms: 2_500, channel: "private" },
  );
  await buyElsewhere();
  await expect.poll(() => fills).toEqual(["0.002"]);
  await expect(buy()).rejects.toMatchObject(beyond);
  expect(await held(account)).toBe(0.002);
});

it("a position limit lets through what fits, round trip after round trip", async () => {
  const { account, buy, sell } = await setScene();
  await account.ready;
  const toldQuantity = () => account.events.state.positions.get(pair)?.long?.quantity;
  for (let trip = 0; trip < 8; trip++) {
    await buy();
    await expect.poll(toldQuantity).toBe("0.002");
    await expect(buy()).rejects.toMatchObject(beyond);
    await sell();
    await expect.poll(toldQuantity).toBeUndefined();
  }
});
