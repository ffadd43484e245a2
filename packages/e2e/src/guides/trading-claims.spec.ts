import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type Account, Credential, connect, ValidationError, type Venue, VenueError } from "@depthwire/node";
import { type Sandbox, type SandboxOptions, startSandbox } from "@depthwire/sandbox";
import { describe, expect, it, onTestFinished } from "vitest";

const pair = "4BTC_USDT";
const market = { pair, type: "market", price: "0" } as const;

/** A sandbox, and an account of it as the guides open one. */
async function scene(options: SandboxOptions = {}): Promise<{
  readonly sandbox: Sandbox;
  readonly venue: Venue;
  readonly account: Account;
}> {
  const sandbox = await startSandbox({ pairs: [pair], seed: 5, requestsPerWindow: 0, ...options });
  onTestFinished(() => sandbox.close());
  const venue = connect({
    addresses: [sandbox.pushUrl],
    restAddress: sandbox.restUrl,
    http: { proxy: "none" },
    rest: { throttle: { limit: 1_000, reserve: {} } },
  });
  onTestFinished(() => venue.close());
  const account = venue.account(new Credential(sandbox.credential));
  await account.ready;
  return { sandbox, venue, account };
}

/** The venue's code of a refusal. */
async function codeOf(call: Promise<unknown>): Promise<number | string | undefined> {
  const error: unknown = await call.then(
    () => undefined,
    (refused: unknown) => refused,
  );
  return error instanceof VenueError ? error.venueCode : String(error);
}

async function open(account: Account, quantity = "0.02"): Promise<void> {
  const order = await account.trader.place({ ...market, side: "open-long", quantity });
  expect((await order.done).dealQuantity).toBe(quantity);
}

const positionOf = async ({ rest }: Account) => (await rest.usdt.getPositions({ pair, side: "long" }))[0];

describe("the guide to positions", () => {
  it("a closing order can only close: more than is held is refused (2034)", async () => {
    const { account } = await scene();
    await open(account);
    expect(await codeOf(account.trader.place({ ...market, side: "close-long", quantity: "0.03" }))).toBe(2034);
    const closing = await account.trader.place({ ...market, side: "close-long", quantity: "0.02" });
    expect((await closing.done).status).toBe("filled");
  });

  it("mode and leverage do not change while orders wait, and cross mode takes no margin (2034 both)", async () => {
    const { account } = await scene();
    const mode = { pair, mode: "cross", longLeverage: 10, shortLeverage: 10 } as const;
    await account.rest.usdt.setModeAndLeverage(mode);
    const waiting = { pair, side: "open-long", type: "limit", quantity: "0.01", price: "45000" } as const;
    const order = await account.trader.place(waiting);
    expect(await codeOf(account.rest.usdt.setModeAndLeverage({ ...mode, longLeverage: 5 }))).toBe(2034);
    await order.cancel();
    await order.done;
    await account.rest.usdt.setModeAndLeverage({ ...mode, longLeverage: 5 });
    await open(account);
    expect(await codeOf(account.rest.usdt.adjustMargin({ pair, side: "long", margin: "20" }))).toBe(2034);
  });

  it("leverage is a whole number from 1 to 100", async () => {
    const { account } = await scene();
    for (const longLeverage of [0, 101, 1.5]) {
      const change = { pair, mode: "fixed", longLeverage, shortLeverage: 5 } as const;
      await expect(account.rest.usdt.setModeAndLeverage(change)).rejects.toBeInstanceOf(ValidationError);
    }
  });

  it("margin of a fixed position is added by a positive and taken out by a negative figure", async () => {
    const { account } = await scene();
    await account.rest.usdt.setModeAndLeverage({ pair, mode: "fixed", longLeverage: 10, shortLeverage: 5 });
    await open(account);
    const margins = [Number((await positionOf(account))?.margin)];
    for (const margin of ["20", "-5"]) {
      await account.rest.usdt.adjustMargin({ pair, side: "long", margin });
      margins.push(Number((await positionOf(account))?.margin));
    }
    const [first = 0, more = 0, less = 0] = margins;
    expect([more - first, less - more].map((change) => change.toFixed(4))).toEqual(["20.0000", "-5.0000"]);
  });

  it("attached triggers come both or not at all, each on its side of the price, and are refused before anything is sent", async () => {
    const { account } = await scene();
    const order = { pair, side: "open-long", type: "limit", quantity: "0.01", price: "45000" } as const;
    const attached = { attachedOrderType: "market", takeProfitTriggerPrice: "52000" } as const;
    const sides = { ...attached, takeProfitTriggerPrice: "43000", stopLossTriggerPrice: "44000" } as const;
    await expect(account.trader.place({ ...order, ...attached })).rejects.toBeInstanceOf(ValidationError);
    await expect(account.trader.place({ ...order, ...sides })).rejects.toBeInstanceOf(ValidationError);
    expect((await account.rest.usdt.getOpenOrders({ pair, side: "open-long" })).orders).toEqual([]);
  });

  it("when one plan of a pair triggers, the venue cancels the other", async () => {
    const { account, venue } = await scene({ tickIntervalMs: 25, depthIntervalMs: 25 });
    await account.rest.usdt.setModeAndLeverage({ pair, mode: "fixed", longLeverage: 10, shortLeverage: 10 });
    const tag = Number((await venue.rest.usdt.getTagPrices())[pair]?.tagPrice);
    const limit = { pair, side: "open-long", type: "limit", quantity: "0.01", price: (tag + 20).toFixed(1) } as const;
    const triggers = {
      attachedOrderType: "market",
      takeProfitTriggerPrice: (tag + 21).toFixed(1),
      stopLossTriggerPrice: (tag + 19).toFixed(1),
    } as const;
    // Its stop-loss stands above the market: it triggers as soon as it waits.
    const order = await account.trader.place({ ...limit, ...triggers });
    expect(Number((await order.done).dealQuantity)).toBeGreaterThan(0);
    await expect.poll(() => account.rest.usdt.getPlanOrders({ pair })).toEqual([]);
    await expect.poll(async () => Number((await positionOf(account))?.quantity ?? "0")).toBe(0);
  });

  it("liquidation takes a fixed position and the waiting orders of its side, and is told by its type", async () => {
    const { account, sandbox } = await scene({ tickIntervalMs: 25, depthIntervalMs: 25 });
    await account.rest.usdt.setModeAndLeverage({ pair, mode: "fixed", longLeverage: 100, shortLeverage: 100 });
    await open(account, "0.1");
    const position = await positionOf(account);
    expect(Number(position?.liquidationPrice)).toBeGreaterThan(0);
    expect(Number(position?.alertPrice)).toBeGreaterThan(Number(position?.liquidationPrice));
    const waiting = { pair, type: "limit", quantity: "0.01" } as const;
    const own = await account.trader.place({ ...waiting, side: "open-long", price: "43500" });
    const other = await account.trader.place({ ...waiting, side: "open-short", price: "52000" });
    const told = (async () => {
      for await (const event of account.events) {
        if (event.kind === "position-change" && event.change.type === "liquidate") {
          return event.change.side;
        }
      }
      return undefined;
    })();
    const headers = { "content-type": "application/json" };
    const body = JSON.stringify({ name: "flash-crash" });
    await fetch(`${sandbox.restUrl}/_sandbox/scenario`, { method: "POST", headers, body });
    expect(await told).toBe("long");
    expect((await own.done).status).not.toBe("open");
    const { orders } = await account.rest.usdt.getOpenOrders({ pair, side: "open-short" });
    expect(orders.map(({ orderId }) => orderId)).toEqual([other.orderId]);
  });
});

describe("the guide for those who come from ccxt", () => {
  it("names the codes of what is refused", async () => {
    const { account, venue } = await scene();
    const { usdt } = account.rest;
    expect(await codeOf(usdt.cancelOrder({ orderId: "1" }))).toBe(2040);
    expect(await codeOf(usdt.getOrder({ orderId: "1" }))).toBe(2040);
    expect(await codeOf(venue.rest.usdt.getDepth({ pair: "4NONE_USDT" }))).toBe(3016);
    const atMarket = await account.trader.place({ ...market, side: "open-long", quantity: "0.01" });
    expect(await codeOf(usdt.cancelOrder({ orderId: (await atMarket.done).orderId }))).toBe(2069);
    const waiting = { pair, side: "open-long", type: "limit", quantity: "0.01", price: "45000" } as const;
    const { orderId } = await account.trader.place(waiting);
    await usdt.cancelOrder({ orderId });
    await expect.poll(async () => (await usdt.getOrder({ orderId })).status).toBe("cancelled");
    expect(await codeOf(usdt.cancelOrder({ orderId }))).toBe(2033);
    expect(await codeOf(account.trader.place({ ...waiting, quantity: "5" }))).toBe(2027);
    await expect(account.trader.place({ ...market, side: "open-long", quantity: "-1" })).rejects.toBeInstanceOf(
      ValidationError,
    );
  });

  it("knows a key that nobody has as 3012", async () => {
    const { sandbox, venue } = await scene();
    const stranger = new Credential({ apiKey: "0".repeat(40), apiSecret: sandbox.credential.apiSecret });
    expect(await codeOf(venue.account(stranger).rest.usdt.getAssets())).toBe(3012);
  });

  it("a level that is not there is undefined, and a depth snapshot has no number to join it by", async () => {
    const { venue } = await scene();
    const book = venue.book(pair, { levels: 3 });
    for await (const view of book) {
      if (view.status === "live") {
        expect([view.bids.length, view.bids.at(4)]).toEqual([3, undefined]);
        expect(view.bids.at(0)).toEqual(view.bestBid);
        break;
      }
    }
    expect(await venue.rest.usdt.getDepth({ pair, size: 5 })).not.toHaveProperty("seq");
  });

  it("the account's state has assets, positions and orders without a call", async () => {
    const { account } = await scene();
    await open(account);
    const { rest } = account;
    const sent = rest.throttleStatistics();
    await expect.poll(() => account.events.state.positions.get(pair)?.long?.quantity).toBe("0.02");
    expect(account.events.state.assets.size).toBeGreaterThan(0);
    expect(rest.throttleStatistics()).toEqual(sent);
  });
});

it.each(["positions", "performance", "from-ccxt"])(
  "every call and property that the guide %s names is there",
  async (name) => {
    const guide = fileURLToPath(new URL(`../../../../docs/guides/${name}.md`, import.meta.url));
    const { venue, account } = await scene();
    const order = await account.trader.place({ ...market, side: "open-long", quantity: "0.01" });
    const objects = { venue, account, order };
    // What prose and tables name; blocks are run as they stand.
    const prose = readFileSync(guide, "utf8").replaceAll(/^ *```.*?^ *```$|<!--.*?-->/gms, "");
    const named = new Set(
      [...prose.matchAll(/`[^`]*?\b((?:venue|account|order)(?:\.\w+)+)/g)].map(([, path = ""]) => path),
    );
    const missing = [...named].filter((path) => {
      const [first, ...rest] = path.split(".");
      return (
        rest.reduce<unknown>((value, key) => (value as Record<string, unknown>)?.[key], objects[first as "venue"]) ===
        undefined
      );
    });
    expect(missing).toEqual([]);
    expect(named.size).toBeGreaterThan(name === "performance" ? 0 : 1);
  },
);
