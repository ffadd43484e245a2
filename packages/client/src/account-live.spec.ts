import { Credential } from "@depthwire/core";
import type { TraderEvent } from "@depthwire/rest";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { pushedFill } from "../../account/src/mirror/scripted-records.spec-kit.js";
import type { Account } from "./account.js";
import { AccountScene, credential, pair } from "./account-scene.spec-kit.js";

const next = new Credential({ apiKey: "next-key-of-a-spec", apiSecret: "next-secret-of-a-spec" });
const limit = { pair, side: "open-long", type: "limit", quantity: "2", price: "100" } as const;

let scene: AccountScene;

beforeEach(() => {
  scene = new AccountScene();
});

afterEach(() => scene.venue.close());

/** How a promise stands when nothing is left to do now. */
function standing(promise: Promise<unknown>): Promise<"resolved" | "rejected" | "waiting"> {
  return Promise.race([
    promise.then(
      () => "resolved" as const,
      () => "rejected" as const,
    ),
    scene.pass(0).then(() => "waiting" as const),
  ]);
}

describe("an account is ready", () => {
  it("when it is known for the first time, which is not yet when it is logged in", async () => {
    const account = scene.venue.account(credential);
    scene.isDown = true;
    await scene.connect();
    expect(account.events.status.phase).toBe("live");
    expect(await standing(account.ready)).toBe("waiting");
    scene.isDown = false;
    await scene.pass(15_000);
    expect(await standing(account.ready)).toBe("resolved");
  });

  it("never, where it ends before: it says `closed`", async () => {
    const account = scene.venue.account(credential);
    const { ready } = account;
    account.close();
    await expect(scene.settle(ready)).rejects.toMatchObject({ code: "closed" });
  });

  it("not with a key that is refused, but with the next that is not", async () => {
    const account = scene.venue.account(credential);
    const { ready } = account;
    await scene.refuse();
    await expect(ready).rejects.toMatchObject({ code: "venue-refused", venueCode: 3012 });
    await expect(account.ready).rejects.toMatchObject({ venueCode: 3012 });
    void account.rotate(next);
    expect(await standing(account.ready)).toBe("waiting");
    await scene.connect();
    await account.ready;
  });

  it("still, when its key is refused later and another is used", async () => {
    const account = await scene.live();
    const { ready } = account;
    scene.far.break();
    await scene.pass(5_000);
    await scene.refuse();
    expect(account.events.status.phase).toBe("refused");
    expect(await standing(account.ready)).toBe("resolved");
    void account.rotate(next);
    expect(account.ready).toBe(ready);
  });

  it("as before, where its key is changed while it connects", () => {
    const account = scene.venue.account(credential);
    const { ready } = account;
    void account.rotate(next);
    expect(account.ready).toBe(ready);
  });
});

it("calls are signed with the next key once the venue has proven it, not before", async () => {
  const account = await scene.live();
  const rotated = account.rotate(next);
  await scene.settle(account.rest.usdt.getAssets({}));
  expect(scene.calls.at(-1)?.key).toBe("key-of-a-spec");
  scene.runtime.network.last.open();
  scene.far.feed?.acknowledged();
  await scene.settle(rotated);
  await scene.settle(account.rest.usdt.getAssets({}));
  expect(scene.calls.at(-1)?.key).toBe("next-key-of-a-spec");
});

describe("the trader of an account", () => {
  it("hears from the stream what becomes of its orders, and asks for none", async () => {
    const account = await scene.live();
    const handle = await scene.settle(account.trader.place(limit));
    const far = scene.far.orders[0] as (typeof scene.far.orders)[0];
    const called = await scene.called(async () => {
      scene.far.trade(far, 2);
      await scene.pass(1_000);
    });
    expect(handle.latest).toMatchObject({ status: "filled", dealQuantity: "2" });
    expect(called).toEqual([]);
  });

  it("hears of trades by themselves, and says when an order knows of fewer", async () => {
    const told: TraderEvent[] = [];
    const account = await scene.live({ trader: { listener: (event) => told.push(event) } });
    await scene.settle(account.trader.place(limit));
    const far = scene.far.orders[0] as (typeof scene.far.orders)[0];
    const { received } = scene.far.feed as NonNullable<typeof scene.far.feed>;
    const fill = { pushedId: "9", queriedId: "9", quantity: 2, price: 100, atMs: scene.runtime.clock.epochMs() };
    received({ kind: "fill", value: pushedFill(far, fill, "sized") });
    await scene.pass(100);
    scene.far.cancel(far);
    await scene.pass(100);
    expect(told).toMatchObject([{ kind: "order-traded-less", knownQuantity: "2" }]);
  });

  it.each([
    { onDisconnect: "halt", reason: "the private stream was lost" },
    { onDisconnect: "keep-trading", reason: undefined },
  ] as const)(
    "that is to $onDisconnect without the stream does so when that is lost",
    async ({ onDisconnect, reason }) => {
      const account = await scene.live({ trader: { onDisconnect } });
      expect(account.trader.halted).toBeUndefined();
      scene.far.break();
      await scene.pass(100);
      expect(account.trader.halted?.reason).toBe(reason);
    },
  );

  it("goes on with a halt as soon as the stream is back", async () => {
    const account = await scene.live();
    scene.isDown = true;
    const halted = account.trader.halt("enough", { scope: "account" });
    scene.far.break();
    await scene.pass(4_000);
    scene.isDown = false;
    scene.runtime.network.last.open();
    expect(await scene.called(() => scene.pass(0))).toEqual([]);
    scene.far.connect();
    expect(await scene.called(() => scene.pass(100))).toContain("getOpenOrders");
    expect(await scene.settle(halted)).toBe("reached");
  });
});

describe("the beginning of an account", () => {
  /** Ids of orders whose trades are told. */
  async function toldTrades(account: Account): Promise<readonly string[]> {
    const told: string[] = [];
    void (async () => {
      for await (const event of account.events) {
        if (event.kind === "fill") {
          told.push(event.fill.orderId);
        }
      }
    })();
    await scene.connect();
    return told;
  }

  it("tells trades of orders that this process had sent before it logged in, and of no others", async () => {
    const others = scene.far.place(pair, "open-long", 1);
    scene.far.trade(others, 1);
    const account = scene.venue.account(credential);
    const { latest } = await scene.settle(account.trader.place(limit));
    const far = scene.far.orders.find(({ id }) => id === latest.orderId) as typeof others;
    scene.far.trade(far, 2);
    await scene.pass(1_000);
    const later = scene.far.place(pair, "open-long", 1);
    scene.far.trade(later, 1);
    expect(await toldTrades(account)).toEqual([far.id]);
  });
});

it("asks the venue what is open, of one pair where that is wanted", async () => {
  const account = await scene.live();
  scene.far.place(pair, "open-long", 1);
  const before = scene.calls.length;
  const open = await scene.settle(account.listOpen({ pair }));
  expect(open).toMatchObject({ orders: [{ pair }], planOrders: [], positions: [], isWhole: true });
  const asked = scene.calls.slice(before);
  expect(asked).toHaveLength(6);
  expect(asked.every(({ params }) => (params as { pair?: string }).pair === pair)).toBe(true);
  expect(await scene.settle(account.listOpen())).toMatchObject({ orders: [{ pair }] });
});

describe("the stores of an account", () => {
  const intents = (calls: string[]) => ({
    begin: async ({ operation }: { readonly operation: string }) => void calls.push(`begin ${operation}`),
    end: async ({ operation }: { readonly operation: string }, end: string) => void calls.push(`${end} ${operation}`),
  });

  it("remember its orders before they are sent, and what became of them", async () => {
    const calls: string[] = [];
    const account = await scene.live({ intents: intents(calls) });
    await scene.settle(account.trader.place(limit));
    expect(calls).toEqual(["begin placeOrder", "answered placeOrder"]);
  });

  it("remember where its events stood", async () => {
    const kept: string[] = [];
    const delivered = {
      history: undefined,
      begin: async () => void kept.push("begun"),
      delivered: async () => void kept.push("delivered"),
    };
    await scene.live({ delivered });
    expect(kept).not.toEqual([]);
  });

  it("are asked what became of orders of earlier processes as the trader's outcomes say, and the call's", async () => {
    const account = await scene.live({ trader: { outcomes: { toleranceMs: 7_000, marginMs: 5 } } });
    const resolved = vi.spyOn(account.rest, "resolvePending");
    expect(await scene.settle(account.resolvePending({ marginMs: 6 }))).toEqual([]);
    expect(resolved).toHaveBeenCalledExactlyOnceWith({ toleranceMs: 7_000, marginMs: 6 });
    const plain = scene.venue.account(credential);
    expect(await scene.settle(plain.resolvePending())).toEqual([]);
  });
});
