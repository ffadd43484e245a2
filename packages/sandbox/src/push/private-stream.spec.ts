import { describe, expect, it, onTestFinished } from "vitest";
import { nextEntry } from "../spec-support/channel-entry.js";
import { loginOf, PrivateListener, type PrivateMessage } from "../spec-support/private-listener.js";
import { PushClient } from "../spec-support/push-client.js";
import { type Door, openDoor, openTenant, orderBody, paths, type Tenant } from "../spec-support/rest-door.js";
import { hmacMd5 } from "../spec-support/rest-kit.js";

type Wire = Readonly<Record<string, unknown>>;

interface Scene extends Door {
  readonly a: Tenant;
  readonly b: Tenant;
  readonly ofA: PrivateListener;
  readonly ofB: PrivateListener;
}

/** Two accounts, each heard. */
async function begin(options: Parameters<typeof openDoor>[0] = {}): Promise<Scene> {
  const door = await openDoor(options);
  const a = await openTenant(door.kit);
  const b = await openTenant(door.kit);
  const ofA = await PrivateListener.open(door.kit.url, a.key);
  const ofB = await PrivateListener.open(door.kit.url, b.key);
  await ofA.news();
  await ofB.news();
  return { ...door, a, b, ofA, ofB };
}

async function bestAsk({ kit }: Scene): Promise<{ readonly price: string; readonly volume: string }> {
  const { result } = await kit.get("/v2/mdata/depth?pair=4BTC_USDT&size=1");
  return (result as { readonly asks: readonly { readonly price: string; readonly volume: string }[] }).asks[0] as never;
}

async function send(tenant: Tenant, body: object): Promise<string> {
  const answer = await tenant.kit.post(paths.open, orderBody(body));
  expect(answer).toMatchObject({ state: 0 });
  return answer["order_id"] as string;
}

function valuesOf(news: readonly PrivateMessage[], key: string): readonly Wire[] {
  return news.filter(([name]) => name === key).map(([, value]) => value as Wire);
}

/** Buys what waits at the best ask and 0.02 more, which waits at that price in its turn. */
async function openPartly(scene: Scene): Promise<{ readonly orderId: string; readonly price: string }> {
  const { price, volume } = await bestAsk(scene);
  const amount = (Number(volume) + 0.02).toFixed(6);
  return { orderId: await send(scene.a, { amount, price }), price };
}

const party = ["contract_detail", "contract_pending", "contract_order", "contract_assets"];

describe("the private stream", () => {
  it("tells fill, order, position, assets of each party, in that order, and ids that queries know", async () => {
    const scene = await begin();
    const { orderId } = await openPartly(scene);
    const first = await scene.ofA.news();
    // What it freezes comes first, then its trades.
    expect(first.map(([key]) => key).slice(-4)).toEqual(party);
    expect(valuesOf(first, "contract_pending").at(-1)).toMatchObject({ oi: orderId, s: 2, ui: scene.a.account });
    expect(await scene.ofB.keys()).toEqual([]);

    await send(scene.b, { order_side: 2, order_type: 1, amount: "0.02" });
    const second = await scene.ofA.news();
    expect(second.map(([key]) => key)).toEqual(party);
    expect(valuesOf(second, "contract_pending")).toMatchObject([{ oi: orderId, s: 3, fz: "0" }]);
    const ofB = await scene.ofB.news();
    expect(ofB.map(([key]) => key).slice(-4)).toEqual(party);
    expect(valuesOf(ofB, "contract_detail")).toMatchObject([{ im: 0, ep: "0.02", ui: scene.b.account }]);

    const pushed = [...valuesOf(first, "contract_detail"), ...valuesOf(second, "contract_detail")];
    const { result } = await scene.a.kit.post(paths.orderDetail, `{"orderId":${orderId},"page":1,"size":50}`);
    const { items } = result as { readonly items: readonly Wire[] };
    expect(items.map(({ id }) => id).reverse()).toEqual(pushed.map(({ id }) => id));
    expect(items.map(({ deal_coin }) => Number(deal_coin)).reverse()).toEqual(pushed.map(({ ep }) => Number(ep)));
    expect(new Set(pushed.map(({ oi }) => oi))).toEqual(new Set([orderId]));
  });

  it("tells a cancellation and a transfer", async () => {
    const { a, ofA, clock } = await begin();
    const order_id = await send(a, {});
    expect(await ofA.keys()).toEqual(["contract_pending", "contract_assets"]);
    expect(await a.kit.post(paths.close, { order_id })).toMatchObject({ state: 0 });
    clock.advance(10);
    const cancelled = await ofA.news();
    expect(cancelled.map(([key]) => key)).toEqual(["contract_pending", "contract_assets"]);
    expect(valuesOf(cancelled, "contract_pending")).toMatchObject([{ oi: order_id, s: 5, fz: "0" }]);
    expect(valuesOf(cancelled, "contract_assets")).toMatchObject([{ b: "100000", fc: "0", c: "USDT" }]);
    expect(await a.kit.post(paths.transfer, { amount: "5", symbol: "USDT", type: 1 })).toMatchObject({ state: 0 });
    expect(valuesOf(await ofA.news(), "contract_assets")).toMatchObject([{ b: "99995" }]);
  });

  it("tells a close, and a take-profit from its placing to the order that it triggers", async () => {
    const scene = await begin();
    const { a, b, ofA } = scene;
    await send(a, { order_type: 1, amount: "0.02" });
    await ofA.news();
    await send(a, { order_side: 3, order_type: 1, amount: "0.01" });
    const closed = await ofA.news();
    expect(closed.map(([key]) => key).slice(-4)).toEqual(party);
    expect(valuesOf(closed, "contract_order").at(-1)).toMatchObject({ hc: "0.01", sd: 1 });

    const plan = { side: 1, plan_type: 1, book_type: 1, amount: "0.01", price: "0" };
    const { price: trigger_price } = await bestAsk(scene);
    const planned = await a.kit.post(paths.planOpen, { pair: "4BTC_USDT", ...plan, trigger_price });
    expect(planned).toMatchObject({ state: 0 });
    const placed = await ofA.news();
    expect(valuesOf(placed, "base_u_plan_order_v3")).toMatchObject([{ s: 1, tp: trigger_price, pt: 1 }]);
    // A trade at the ask reaches the trigger.
    await send(b, { order_type: 1, amount: "0.001" });
    const news = await ofA.news();
    const keys = news.map(([key]) => key);
    expect(valuesOf(news, "base_u_plan_order_v3")).toMatchObject([{ s: 2 }]);
    expect(keys.slice(-4)).toEqual(party);
    expect(valuesOf(news, "contract_order").at(-1)).toMatchObject({ hc: "0" });
  });

  it("tells a liquidation as a passive change", async () => {
    const { a, ofA, kit } = await begin();
    const mode = { pair: "4BTC_USDT", mode: 2, leverage_long: 100, leverage_short: 100 };
    expect(await a.kit.post(paths.changeMode, mode)).toMatchObject({ state: 0 });
    await send(a, { order_type: 1, amount: "0.01" });
    await ofA.news();
    const [position] = (await a.kit.post(paths.position, {})).result as readonly Wire[];
    const indexPrice = String(Math.floor(Number(position?.["pf"]) * 0.99));
    expect((await kit.operate("POST", "markets/4BTC_USDT", { indexPrice })).status).toBe(200);
    const news = await ofA.news();
    const passive = valuesOf(news, "contract_deal_log");
    expect(passive).toMatchObject([
      { type: 4, mode: 2, pair: "4BTC_USDT", order_side: 1, hold_dx: expect.stringMatching(/^-?0\.01$/) },
    ]);
    expect(valuesOf(news, "contract_order").at(-1)).toMatchObject({ hc: "0", mg: "0" });
    const { result } = await a.kit.post(paths.dealLog, { pair: "4BTC_USDT", page: 1, size: 1 });
    expect((result as { readonly items: readonly Wire[] }).items[0]).toMatchObject({
      id: passive[0]?.["id"],
      log_type: 4,
    });
  });

  it("tells funding in assets, eight hours later", async () => {
    const scene = await begin({ tickIntervalMs: 60_000, depthIntervalMs: 60_000, pingIntervalMs: 3_600_000 });
    await send(scene.a, { order_type: 1, amount: "0.02" });
    await scene.ofA.news();
    const changes: Wire[] = [];
    for (let step = 0; step < 18; step++) {
      scene.clock.advance(1_800_000);
      changes.push(...valuesOf(await scene.ofA.news(), "contract_assets"));
    }
    expect(changes.length).toBeGreaterThan(0);
    expect(changes[0]).toMatchObject({ c: "USDT", u: scene.a.account });
  });
});

describe("what a private stream is about", () => {
  it("is its own family: trading in coin-margined contracts shows in the assets alone", async () => {
    const { kit, clock } = await openDoor({ pingIntervalMs: 3_600_000, depthIntervalMs: 60_000 });
    // A resident strategy trades 5BTC_USD for the demo account.
    const demo = await PrivateListener.open(kit.url, kit.key);
    const initial = await demo.news();
    expect(initial.find(([key]) => key === "position_all")).toEqual(["position_all", []]);
    clock.advance(180_000);
    const news = await demo.news();
    expect(new Set(news.map(([key]) => key))).toEqual(new Set(["contract_assets"]));
    expect(valuesOf(news, "contract_assets").map(({ c }) => c)).toContain("BTC");
  });

  it("tells of coin-margined contracts at /cbc, and of the others at /cbu, each for itself", async () => {
    const { kit, clock } = await openDoor({ profile: "deployed", pingIntervalMs: 3_600_000, depthIntervalMs: 60_000 });
    const [usdt, coin, bare] = [
      await PrivateListener.open(kit.url, kit.key),
      await PrivateListener.open(kit.url, kit.key, "/cbc"),
      await PrivateListener.open(kit.url, kit.key, "/"),
    ];
    for (const listener of [usdt, coin, bare]) {
      await listener.news();
    }
    clock.advance(180_000);
    const pairsOf = (news: readonly PrivateMessage[]): readonly unknown[] =>
      [...valuesOf(news, "contract_order"), ...valuesOf(news, "contract_pending")].map(({ pi }) => pi);
    const news = await coin.news();
    expect(new Set(pairsOf(news))).toEqual(new Set(["5BTC_USD"]));
    expect(valuesOf(news, "contract_detail")[0]).toMatchObject({ pi: "5BTC_USD" });
    for (const other of [await usdt.news(), await bare.news()]) {
      expect(pairsOf(other)).toEqual([]);
      expect(valuesOf(other, "contract_assets")).toEqual(valuesOf(news, "contract_assets"));
    }
  });

  it("is the same over protocol B, where A's d is the data", async () => {
    const { a, kit, ofA } = await begin();
    const client = await PushClient.open(`${kit.url.replace("http", "ws")}/cbu`);
    onTestFinished(() => client.close());
    const channel = "svc_sub_spot_ALL_ALL_login";
    const claim = { apikey: a.key.apiKey, channel, event: "addChannel" };
    client.send({ ...claim, sign: hmacMd5(a.key.apiSecret, JSON.stringify(claim)) });
    for (const key of ["result", "assets_all", "position_all", "order_all"]) {
      const { data, data_type } = await nextEntry(client, channel);
      expect([Object.keys(data as object), data_type]).toEqual([[key], 0]);
    }
    await send(a, {});
    const news = await ofA.news();
    for (const [key, value] of news) {
      expect(await nextEntry(client, channel)).toMatchObject({ data: { [key]: value }, data_type: 1 });
    }
    client.send({ event: "removeChannel", channel });
    client.send({ ping: 5 });
    await client.nextJson(({ pong }) => pong === 5);
    const before = client.received.length;
    await send(a, {});
    expect(await ofA.keys()).toHaveLength(2);
    expect(client.received.length).toBe(before);
  });

  it("cuts off who does not read, as every channel does", async () => {
    const { a, ofA, ofB, kit } = await begin({ maxBufferedBytes: 100_000 });
    ofA.client.socket.pause();
    await kit.operate("POST", "faults", { kind: "oversize", channel: "private", count: 40, bytes: 1_000_000 });
    for (let i = 0; i < 30; i++) {
      await send(a, {});
    }
    ofA.client.socket.resume();
    expect(await ofA.client.closed).toBe(1006);
    expect(await ofB.keys()).toEqual([]);
  });
});

describe("sessions", () => {
  it("of one account all hear the same, until each logs out", async () => {
    const { a, kit, ofA } = await begin();
    const other = await PrivateListener.open(kit.url, a.key);
    await other.news();
    await send(a, {});
    const [mine, its] = [await ofA.news(), await other.news()];
    expect(its).toEqual(mine);
    const { sub: unsub, ...proof } = loginOf(a.key);
    other.client.send({ ...proof, unsub });
    expect(await other.keys()).toEqual([]);
    await send(a, {});
    expect(await other.keys()).toEqual([]);
    expect(await ofA.keys()).toEqual(["contract_pending", "contract_assets"]);
  });

  it("end with their key: 3012 and a close", async () => {
    const { a, ofA, ofB, kit } = await begin();
    await kit.operate("POST", `accounts/${a.account}`, { revokeKeys: [a.key.apiKey] });
    expect(await ofA.client.nextJson(({ error }) => error !== undefined)).toMatchObject({
      channel: "ALL_ALL_login",
      error: { code: "3012" },
    });
    expect(await ofA.client.closed).toBe(1008);
    expect(await ofB.keys()).toEqual([]);
  });

  it("begin from the key's addresses only: 3026; with the permission to read only: 3024", async () => {
    const { kit } = await openDoor();
    for (const [keys, code] of [
      [[{ addresses: ["10.1.2.3"] }], "3026"],
      [[{ permissions: ["trade"] }], "3024"],
    ] as const) {
      const tenant = await openTenant(kit, "1", { keys });
      const client = await PushClient.open(`${kit.url.replace("http", "ws")}/cbu`);
      client.send(loginOf(tenant.key));
      expect((await client.nextJson()).error?.code).toBe(code);
      client.close();
    }
  });

  it("suffer faults of the private channel, and of no other", async () => {
    const { a, ofA, kit } = await begin();
    const rule = { kind: "drop", channel: "private" };
    expect((await kit.operate("POST", "faults", rule)).status).toBe(200);
    await send(a, {});
    expect(await ofA.keys()).toEqual(["contract_assets"]);
    const { body } = await kit.operate("GET", "faults");
    expect(body).toMatchObject({ applied: { drop: 1 }, pending: [] });
  });
});
