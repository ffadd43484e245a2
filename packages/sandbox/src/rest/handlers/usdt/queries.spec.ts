import { describe, expect, it } from "vitest";
import { openDoor, openTenant, orderBody, paths } from "../../../spec-support/rest-door.js";
import type { Answered, RestKit } from "../../../spec-support/rest-kit.js";

type Row = Readonly<Record<string, unknown>>;
interface PageOf {
  readonly count: number;
  readonly page: number;
  readonly items: readonly Row[];
}

async function place(kit: RestKit, changes: object = {}): Promise<string> {
  return String((await kit.post(paths.open, orderBody(changes)))["order_id"]);
}

async function page(kit: RestKit, path: string, body: unknown): Promise<PageOf> {
  return (await kit.post(path, body)).result as PageOf;
}

const idsOf = (answer: Answered): unknown[] => (answer.result as Row[]).map((row) => row["oi"] ?? row["id"]);

describe("orders", () => {
  it("that wait are listed by side, newest first, page by page", async () => {
    const { kit } = await openDoor();
    const ids: string[] = [];
    for (let i = 0; i < 5; i++) {
      ids.push(await place(kit));
    }
    await place(kit, { order_side: 2, price: "50000" });
    const list = async (body: object): Promise<[unknown, unknown, unknown[]]> => {
      const { p, t, o } = (await kit.post(paths.list, { order_side: 1, ...body })).result as {
        p: number;
        t: number;
        o: Row[];
      };
      return [p, t, o.map(({ oi }) => oi)];
    };
    const newest = ids.toReversed();
    expect(await list({})).toEqual([1, 5, newest]);
    expect(await list({ page: 2, size: 2 })).toEqual([2, 5, newest.slice(2, 4)]);
    expect(await list({ page: 3, size: 2 })).toEqual([3, 5, newest.slice(4)]);
    expect(await list({ page: 9, size: 2 })).toEqual([9, 5, []]);
    expect(await list({ order_side: 3 })).toEqual([1, 0, []]);
    expect(await kit.post(paths.list, { order_side: 1, pair: "4NONE_USDT" })).toMatchObject({ state: 3016 });
  });

  it("that wait are listed for all sides at once in deployments", async () => {
    const { kit } = await openDoor({ profile: "deployed" });
    await place(kit);
    await place(kit, { order_side: 2, price: "50000" });
    expect((await kit.post(paths.list, {})).result).toMatchObject({ p: 1, t: 2, o: [{ sd: 2 }, { sd: 1 }] });
  });

  it("are fetched by their ids or by the caller's, in that order; others are left out", async () => {
    const { kit } = await openDoor();
    const { kit: stranger } = await openTenant(kit);
    const [a, b] = [await place(kit, { client_oid: "77" }), await place(kit, { client_oid: "77", order_type: 1 })];
    const foreign = await place(stranger, { client_oid: "77" });
    expect(idsOf(await kit.post(paths.listBatch, { order_ids: [b, foreign, "5", a, b] }))).toEqual([b, a]);
    expect(idsOf(await kit.post(paths.listBatchByClientOid, { order_ids: ["x", "77"] }))).toEqual([b, a]);
    expect(await kit.post(paths.listBatchByClientOid, { order_ids: ["x"] })).toMatchObject({ state: 0, result: [] });
    expect(await kit.post(paths.detail, { order_id: foreign })).toMatchObject({ state: 2040 });
    const byId = await kit.post(paths.orderById, `{"orderIds":["${b}"],"clientOids":[77]}`);
    // JSON.parse rounds these ids: they are bare integers above 2^53.
    expect(byId.result).toHaveLength(2);
    expect(byId.result).toMatchObject([
      { order_type: 1, client_oid: 77 },
      { order_type: 2, client_oid: 77 },
    ]);
    expect(await kit.post(paths.orderById, { orderIds: [], clientOids: [] })).toMatchObject({ state: 0, result: [] });
  });
});

describe("the history", () => {
  it("has every order of the long form, newest first, by pair, side and status", async () => {
    const { kit, clock } = await openDoor({ pairs: ["4BTC_USDT", "4ETH_USDT"] });
    await place(kit, { order_type: 1, client_oid: "abc" });
    const cancelled = await place(kit);
    await kit.post(paths.close, { order_id: cancelled });
    clock.advance(5);
    await place(kit, { order_side: 2, price: "50000" });
    await place(kit, { pair: "4ETH_USDT", price: "3900", amount: "0.1" });
    const found = async (body: object): Promise<unknown[]> => {
      const { items } = await page(kit, paths.orderHistory, { page: 1, size: 10, ...body });
      return items.map(({ pair, status }) => [pair, status]);
    };
    const [filled, gone, waits, other] = [
      ["4BTC_USDT", 3],
      ["4BTC_USDT", 5],
      ["4BTC_USDT", 1],
      ["4ETH_USDT", 1],
    ];
    expect(await found({})).toEqual([other, waits, gone, filled]);
    expect(await found({ pair: "4BTC_USDT" })).toEqual([waits, gone, filled]);
    expect(await found({ side: 2 })).toEqual([waits]);
    expect(await found({ status: [3, 5] })).toEqual([gone, filled]);
    expect(await found({ status: [] })).toEqual([]);
    expect(await page(kit, paths.orderHistory, { page: 2, size: 3 })).toMatchObject({
      count: 4,
      page: 2,
      items: [{ status: 3 }],
    });
    const [last] = (await page(kit, paths.orderHistory, { page: 4, size: 1 })).items;
    expect(last).toMatchObject({
      user_id: 100_001,
      coin_symbol: "USDT",
      side: 1,
      order_type: 1,
      price: "0.0000000000",
      amount_coin: "0.0100000000",
      deal_coin: "0.0100000000",
      deal_num: 1,
      fee_rate_maker: "0.0002000000",
      fee_rate_taker: "0.0006000000",
      reason: 0,
      createdAt: expect.stringMatching(/^2023-11-14T22:13:20\.000Z$/),
    });
    // An id that is not a number cannot stand where an integer stands.
    expect(last).toHaveProperty("client_oid", 0);
    expect(await kit.post(paths.orderHistory, { pair: "4NONE_USDT", page: 1, size: 1 })).toMatchObject({ state: 3016 });
  });
});

describe("fills and the change log", () => {
  it("tell what an order did: sums agree, newest first", async () => {
    const { kit } = await openDoor();
    const { kit: own } = await openTenant(kit, "1000000");
    const orderId = await place(own, { order_type: 1, amount: "5" });
    const { items, count } = await page(own, paths.orderDetail, `{"orderId":${orderId},"page":1,"size":100}`);
    const order = (await own.post(paths.detail, { order_id: orderId })).result as Row;
    const sum = (key: string): number => items.reduce((total, row) => total + Number(row[key]), 0);
    expect(count).toBeGreaterThan(1);
    expect(items.length).toBe(count);
    expect(sum("deal_coin")).toBeCloseTo(5, 8);
    expect(sum("fee")).toBeCloseTo(Number(order["f"]), 6);
    expect(items.map(({ deal_price }) => Number(deal_price))).toEqual(
      items.map(({ deal_price }) => Number(deal_price)).toSorted((left, right) => right - left),
    );
    const log = await page(own, paths.dealLog, { pair: "4BTC_USDT", page: 1, size: 100 });
    expect(log.items.length).toBe(count);
    expect(log.items[0]).toMatchObject({
      side: 1,
      model: 1,
      log_type: 1,
      hold_coin: "5.0000000000",
      profit: "0.0000000000",
    });
    await place(own, { order_type: 1, order_side: 3, amount: "0.5" });
    const [change] = (await page(own, paths.dealLog, { pair: "4BTC_USDT", page: 1, size: 1 })).items;
    expect(change).toMatchObject({ log_type: 2, side: 1, hold_coin: "4.5000000000" });
  });

  it("of what nobody has: 2040 and 3016; of a stranger's order: 2040", async () => {
    const { kit } = await openDoor();
    const { kit: stranger } = await openTenant(kit);
    const orderId = await place(kit, { order_type: 1 });
    const body = `{"orderId":${orderId},"page":1,"size":10}`;
    expect(await kit.post(paths.orderDetail, body)).toMatchObject({ state: 0, result: { count: 1 } });
    expect(await stranger.post(paths.orderDetail, body)).toMatchObject({ state: 2040 });
    expect(await kit.post(paths.orderDetail, { orderId: 5, page: 1, size: 1 })).toMatchObject({ state: 2040 });
    expect(await kit.post(paths.dealLog, { pair: "4NONE_USDT", page: 1, size: 1 })).toMatchObject({ state: 3016 });
    expect(await stranger.post(paths.dealLog, { pair: "4BTC_USDT", page: 1, size: 1 })).toMatchObject({
      result: { count: 0, items: [] },
    });
  });
});
