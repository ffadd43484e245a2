import type { AccountEvent } from "@depthwire/account";
import type { TraderOptions } from "@depthwire/rest";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Account } from "./account.js";
import { AccountScene, pair } from "./account-scene.spec-kit.js";

const limit = { pair, side: "open-long", type: "limit", quantity: "2", price: "100" } as const;
const beyond = (value: string) => expect.objectContaining({ details: expect.objectContaining({ value }) });

let scene: AccountScene;

beforeEach(() => {
  scene = new AccountScene();
});

afterEach(() => scene.venue.close());

describe.each([
  { opens: "open-long", other: "open-short" },
  { opens: "open-short", other: "open-long" },
] as const)("a limit of positions, $opens", ({ opens, other }) => {
  const trader: TraderOptions = { limits: { maxPositionQuantity: "10" } };
  const order = { ...limit, side: opens };
  let account: Account;

  /** The account holds 3. */
  beforeEach(async () => {
    scene.far.trade(scene.far.place(pair, opens, 3), 3);
    account = await scene.live({ trader, mirror: { maxQueued: 4 } });
  });

  const place = (quantity: string, side: typeof opens | typeof other = opens) =>
    scene.settle(account.trader.place({ ...order, side, quantity }));

  it("is held against what the account holds on that side, and the venue is not asked", async () => {
    const called = await scene.called(async () => {
      await expect(place("8")).rejects.toEqual(beyond("11"));
      await place("10", other);
      await place("7");
    });
    expect(called).toEqual(["placeOrder", "placeOrder"]);
  });

  it("counts an order's trades once, whatever the position says after them", async () => {
    const { latest } = await place("2");
    const far = scene.far.orders.find(({ id }) => id === latest.orderId);
    scene.far.trade(far as NonNullable<typeof far>, 2);
    await scene.pass(1_000);
    const called = await scene.called(async () => {
      await expect(place("6")).rejects.toEqual(beyond("11"));
      await place("5");
    });
    expect(called).toEqual(["placeOrder"]);
  });

  it("counts nothing any more of a position that is gone", async () => {
    const closing = scene.far.place(pair, opens === "open-long" ? "close-long" : "close-short", 3);
    scene.far.trade(closing, 3);
    await scene.pass(1_000);
    expect(await scene.called(() => place("10"))).toEqual(["placeOrder"]);
  });

  it("is held against the venue's word while the account is not connected, or not whole again yet", async () => {
    scene.far.break();
    await scene.pass(200);
    expect(await scene.called(() => expect(place("8")).rejects.toEqual(beyond("11")))).toContain("getPositions");
    await scene.pass(3_000);
    scene.isDown = true;
    scene.runtime.network.last.open();
    scene.far.connect();
    await scene.pass(100);
    expect(account.events.status.phase).toBe("live");
    await expect(place("8")).rejects.not.toEqual(beyond("11"));
    scene.isDown = false;
    await scene.pass(20_000);
    expect(await scene.called(() => expect(place("8")).rejects.toEqual(beyond("11")))).toEqual([]);
  });

  it("goes on without the venue while a slow reader misses events", async () => {
    const seen: AccountEvent[] = [];
    const iterator = account.events[Symbol.asyncIterator]();
    for (let count = 0; count < 10; count++) {
      scene.far.plan(pair);
    }
    await scene.pass(500);
    const called = await scene.called(() => expect(place("8")).rejects.toEqual(beyond("11")));
    expect(called).toEqual([]);
    for (let count = 0; count < 3; count++) {
      seen.push((await iterator.next()).value as AccountEvent);
    }
    expect(seen).toContainEqual(expect.objectContaining({ kind: "gap", reason: "overflow" }));
  });
});

describe("market checks", () => {
  const checked: TraderOptions = { marketChecks: "all" };
  const refused = (path: string) =>
    expect.objectContaining({ code: "market-rule", details: expect.objectContaining({ path }) });

  it("know positions and open orders from the stream: the venue is asked for neither", async () => {
    scene.far.trade(scene.far.place(pair, "open-long", 3), 3);
    scene.far.trade(scene.far.place(pair, "open-short", 5), 5);
    const account = await scene.live({ trader: checked });
    const place = (order: object) => scene.settle(account.trader.place({ ...limit, ...order }));
    const called = await scene.called(async () => {
      await expect(place({ side: "close-long", quantity: "4" })).rejects.toEqual(refused("quantity"));
      await expect(place({ side: "close-short", quantity: "6" })).rejects.toEqual(refused("quantity"));
      await place({ side: "close-long", quantity: "3" });
      await place({ side: "close-short", quantity: "5" });
    });
    expect(called.filter((name) => !/^get(Contracts|Precisions)$/.test(name))).toEqual(["placeOrder", "placeOrder"]);
  });

  it("count the orders of the pair that wait, and no others", async () => {
    scene.far.place("4ETH_USDT", "open-long", 1);
    scene.far.place(pair, "open-long", 1);
    const account = await scene.live({ trader: checked });
    const done = scene.far.place(pair, "open-long", 1);
    await scene.pass(500);
    await expect(scene.settle(account.trader.place(limit))).rejects.toEqual(refused("pair"));
    scene.far.trade(done, 1);
    await scene.pass(500);
    await scene.settle(account.trader.place(limit));
    await expect(scene.settle(account.trader.place(limit))).rejects.toEqual(refused("pair"));
  });

  it("count an order that is partly traded", async () => {
    const account = await scene.live({ trader: checked });
    const [first] = [scene.far.place(pair, "open-long", 2), scene.far.place(pair, "open-long", 1)];
    scene.far.trade(first, 1);
    await scene.pass(500);
    await expect(scene.settle(account.trader.place(limit))).rejects.toEqual(refused("pair"));
  });

  it("ask the venue while the account is not connected", async () => {
    const account = await scene.live({ trader: checked });
    scene.far.break();
    await scene.pass(200);
    const called = await scene.called(() => scene.settle(account.trader.place(limit)));
    expect(called).toEqual(expect.arrayContaining(["getPositions", "getOpenOrders", "placeOrder"]));
  });
});
