import { describe, expect, it } from "vitest";
import { openDoor, openTenant, orderBody, paths } from "../../../spec-support/rest-door.js";
import type { Answered, RestKit } from "../../../spec-support/rest-kit.js";

type Row = Readonly<Record<string, unknown>>;

async function rows(kit: RestKit, path: string, body: object): Promise<readonly Row[]> {
  const { result } = await kit.post(path, body);
  return result as readonly Row[];
}

async function detail(kit: RestKit, orderId: unknown): Promise<Row> {
  return (await kit.post(paths.detail, { order_id: orderId })).result as Row;
}

const attached = { plan_type: 1, profit_price: "60000", loss_price: "30000" };

describe("placing an order", () => {
  it("that waits answers its id, the caller's id and status 1", async () => {
    const { kit } = await openDoor();
    const answer = await kit.post(paths.open, orderBody({ client_oid: "77" }));
    expect(answer).toEqual({
      state: 0,
      order_id: expect.stringMatching(/^\d{14}$/),
      client_oid: "77",
      status: 1,
      cmd: "open",
    });
    expect(Object.keys(answer)).toEqual(["state", "order_id", "client_oid", "status", "cmd"]);
    expect(await detail(kit, answer["order_id"])).toMatchObject({
      oi: answer["order_id"],
      coi: "77",
      pi: "4BTC_USDT",
      sd: 1,
      p: "45000",
      q: "0.01",
      dp: "0",
      eq: "0",
      s: 1,
      r: 0,
      // Margin 45 at 10×, and the fees of opening and of closing at the bankruptcy price.
      of: 6,
      ui: 100_001,
      fz: "45.513",
      bt: 0,
    });
  });

  it("at the market is filled at once: status 3, a position, a fee", async () => {
    const { kit } = await openDoor();
    const answer = await kit.post(paths.open, orderBody({ order_type: 1, price: "1" }));
    expect(answer).toMatchObject({ state: 0, status: 3 });
    expect(answer).toHaveProperty("client_oid", "");
    const order = await detail(kit, answer["order_id"]);
    expect(order).toMatchObject({ s: 3, eq: "0.01", fz: "0", p: "0" });
    const [position] = await rows(kit, paths.position, {});
    expect(position).toMatchObject({ pi: "4BTC_USDT", sd: 1, hc: "0.01", lc: "0.01", po: order["dp"], md: 1, l: "10" });
  });

  it("closes a position, and never more than there is", async () => {
    const { kit } = await openDoor();
    await kit.post(paths.open, orderBody({ order_type: 1 }));
    const close = { order_type: 1, order_side: 3 };
    expect(await kit.post(paths.open, orderBody({ ...close, amount: "0.02" }))).toMatchObject({ state: 2034 });
    expect(await kit.post(paths.open, orderBody({ ...close, order_side: 4 }))).toMatchObject({ state: 2034 });
    expect(await kit.post(paths.open, orderBody(close))).toMatchObject({ state: 0, status: 3 });
    expect(await rows(kit, paths.position, {})).toMatchObject([
      { sd: 1, hc: "0" },
      { sd: 2, hc: "0" },
    ]);
  });

  it.each([
    ["both prices, at the market", attached, 0],
    [
      "both prices and what they place",
      { ...attached, plan_type: 2, exec_profit_price: "60001", exec_loss_price: "29999" },
      0,
    ],
    ["entrusted prices that mean nothing", { ...attached, exec_profit_price: "60001", exec_loss_price: "29999" }, 0],
    ["no profit price", { plan_type: 1, loss_price: "30000" }, 3002],
    ["no loss price", { plan_type: 1, profit_price: "60000" }, 3002],
    ["no type", { profit_price: "60000", loss_price: "30000" }, 3002],
    ["no entrusted prices", { ...attached, plan_type: 2 }, 3002],
    ["one entrusted price", { ...attached, plan_type: 2, exec_profit_price: "60001" }, 3002],
    ["the profit below the order's price", { ...attached, profit_price: "44999" }, 2034],
    ["the loss above the order's price", { ...attached, loss_price: "45001" }, 2034],
    ["the profit at the order's price", { ...attached, profit_price: "45000" }, 2034],
    ["a trigger finer than prices are", { ...attached, loss_price: "30000.01" }, 2078],
    ["a trigger beyond all prices", { ...attached, profit_price: "9".repeat(30) }, 2078],
    [
      "an entrusted price finer than prices are",
      { ...attached, plan_type: 2, exec_profit_price: "60001.05", exec_loss_price: "29999" },
      2078,
    ],
    ["a closing order", { ...attached, order_side: 3 }, 2034],
    ["a short with the prices of a long", { ...attached, order_side: 2, price: "48000" }, 2034],
    [
      "a short with its own",
      { ...attached, order_side: 2, price: "48000", profit_price: "30000", loss_price: "60000" },
      0,
    ],
  ])("with take-profit and stop-loss attached, %s, is judged", async (_what, changes, state) => {
    const { kit } = await openDoor();
    if ("order_side" in changes && changes.order_side === 3) {
      await kit.post(paths.open, orderBody({ order_type: 1 }));
    }
    const price = "order_side" in changes && changes.order_side === 3 ? { price: "50000" } : {};
    expect(await kit.post(paths.open, orderBody({ ...price, ...changes }))).toMatchObject({ state });
  });

  it("with take-profit and stop-loss makes two plans of its fills", async () => {
    const { kit } = await openDoor();
    const answer = await kit.post(paths.open, orderBody({ order_type: 1, ...attached }));
    expect(await detail(kit, answer["order_id"])).toMatchObject({ bt: 1, tw: "60000", tl: "30000" });
    expect(await rows(kit, paths.planOrderList, {})).toEqual([
      { oi: expect.any(String), pi: "4BTC_USDT", pr: "0", tp: "30000", q: "0.01", sd: 1, pt: 2, bt: 1, s: 1 },
      { oi: expect.any(String), pi: "4BTC_USDT", pr: "0", tp: "60000", q: "0.01", sd: 1, pt: 1, bt: 1, s: 1 },
    ]);
    expect(await rows(kit, paths.position, { side: 1 })).toMatchObject([{ pp: "0.01", ps: "0.01" }]);
  });

  it.each([
    ["a coin-margined pair", { pair: "5BTC_USD", amount: "10" }, 3016],
    ["a spot pair", { pair: "BTC_USDT" }, 3016],
    ["no money", { amount: "5" }, 2027],
    ["more than its leverage allows", { amount: "50" }, 2034],
    ["an amount below 0.0001", { amount: "0.00001" }, 2068],
    ["the amount 0", { amount: "0" }, 2068],
    ["a negative amount", { amount: "-0.01" }, 2068],
    ["an amount that is no multiple", { amount: "0.01005" }, 2034],
    ["an amount with more zeros", { amount: "0.0100000000" }, 0],
    ["an amount beyond all numbers", { amount: "9".repeat(30) }, 2131],
    ["the price 0", { price: "0" }, 2078],
    ["a negative price", { price: "-1" }, 2078],
    ["a price that is too fine", { price: "45000.01" }, 2078],
    ["a price beyond all numbers", { price: "9".repeat(30) }, 2078],
    ["a price with more zeros", { price: "45000.000" }, 0],
  ])("with %s is answered with its code", async (_what, changes, state) => {
    const { kit } = await openDoor({ pairs: ["4BTC_USDT", "5BTC_USD", "BTC_USDT"] });
    expect(await kit.post(paths.open, orderBody(changes))).toMatchObject({ state });
  });

  it("may repeat a client id, unless they are to be unique", async () => {
    const { kit } = await openDoor();
    const own = orderBody({ client_oid: "5" });
    expect([(await kit.post(paths.open, own)).state, (await kit.post(paths.open, own)).state]).toEqual([0, 0]);
    const { kit: strict } = await openDoor({ clientIds: "unique" });
    const { kit: other } = await openTenant(strict);
    expect([(await strict.post(paths.open, own)).state, (await strict.post(paths.open, own)).state]).toEqual([0, 2034]);
    expect(await other.post(paths.open, own)).toMatchObject({ state: 0 });
    expect(await strict.post(paths.open, orderBody())).toMatchObject({ state: 0 });
    expect(await strict.post(paths.open, orderBody())).toMatchObject({ state: 0 });
  });

  it("is judged before anything moves: a refusal leaves no trace", async () => {
    const { kit } = await openDoor();
    const before = await kit.operate("GET", "accounts/100001");
    for (const changes of [{ amount: "50" }, { price: "0" }, { pair: "4NONE_USDT" }, { order_side: 3 }]) {
      expect((await kit.post(paths.open, orderBody(changes))).state).not.toBe(0);
    }
    expect(await kit.operate("GET", "accounts/100001")).toEqual(before);
    expect(await kit.post(paths.orderHistory, { page: 1, size: 10 })).toMatchObject({ result: { count: 0 } });
  });
});

describe("cancelling", () => {
  it("takes effect after a moment: 2064 until then, 2033 afterwards", async () => {
    const { kit, clock } = await openDoor();
    const { order_id } = await kit.post(paths.open, orderBody());
    expect(await kit.post(paths.close, { order_id })).toEqual({ state: 0, result: "success", cmd: "close" });
    expect(await detail(kit, order_id)).toMatchObject({ s: 1 });
    expect(await kit.post(paths.close, { order_id })).toMatchObject({ state: 2064 });
    clock.advance(5);
    expect(await detail(kit, order_id)).toMatchObject({ s: 5, fz: "0" });
    expect(await kit.post(paths.close, { order_id })).toMatchObject({ state: 2033 });
  });

  it.each(["0", "-1", "abc", "9".repeat(40), "11258999068426240"])(
    "the order %j, which nobody has, answers 2040",
    async (order_id) => {
      const { kit } = await openDoor();
      expect(await kit.post(paths.close, { order_id })).toMatchObject({ state: 2040 });
      expect(await kit.post(paths.planClose, { order_id })).toMatchObject({ state: 2040 });
      expect(await kit.post(paths.detail, { order_id })).toMatchObject({ state: 2040 });
    },
  );

  it("several answers for each; when none can be cancelled, with the code of the first", async () => {
    const { kit } = await openDoor();
    const ids: unknown[] = [];
    for (const order_type of [2, 2, 1]) {
      ids.push((await kit.post(paths.open, orderBody({ order_type })))["order_id"]);
    }
    const [first, second, market] = ids;
    const answer = await kit.post(paths.closeBatch, { order_ids: [first, "5", market, second, first] });
    expect(answer).toMatchObject({ state: 0, cmd: "closeBatch" });
    expect(answer.result).toEqual([
      { order_id: first, state: 0 },
      { order_id: "5", state: 2040, msg: "Operation failed! No record" },
      { order_id: market, state: 2069, msg: "Market order can not be canceled" },
      { order_id: second, state: 0 },
      { order_id: first, state: 2064, msg: "Canceling. Unable to cancel again" },
    ]);
    expect(await kit.post(paths.closeBatch, { order_ids: [market, "5"] })).toMatchObject({ state: 2069 });
  });

  it("all orders leaves none of that contract, and other contracts alone", async () => {
    const { kit, clock } = await openDoor({ pairs: ["4BTC_USDT", "4XRP_USDT"] });
    for (let i = 0; i < 3; i++) {
      await kit.post(paths.open, orderBody());
    }
    await kit.post(paths.open, orderBody({ pair: "4XRP_USDT", amount: "10", price: "0.8" }));
    expect(await kit.post(paths.closeAll, { pair: "4BTC_USDT" })).toEqual({
      state: 0,
      result: "success",
      cmd: "closeAll",
    });
    clock.advance(5);
    const { result } = await kit.post(paths.list, { order_side: 1 });
    expect(result).toMatchObject({ p: 1, t: 1, o: [{ pi: "4XRP_USDT" }] });
    expect(await kit.post(paths.closeAll, { pair: "4BTC_USDT" })).toMatchObject({ state: 0 });
    expect(await kit.post(paths.closeAll, { pair: "4NONE_USDT" })).toMatchObject({ state: 3016 });
  });
});

describe("two users", () => {
  it("trade with each other when they meet, and the ledger stays even", async () => {
    const { kit } = await openDoor();
    const maker = await openTenant(kit);
    const taker = await openTenant(kit);
    // Best of all asks, below the agents'.
    const depth = (await kit.get("/v2/mdata/depth?pair=4BTC_USDT&size=1")).result as Row;
    const [ask] = depth["asks"] as { price: string }[];
    const [bid] = depth["bids"] as { price: string }[];
    const price = `${Math.floor((Number(ask?.price) + Number(bid?.price)) / 2)}`;
    const sell = await maker.kit.post(paths.open, orderBody({ order_side: 2, price, amount: "0.01" }));
    const buy = await taker.kit.post(paths.open, orderBody({ price, amount: "0.004", client_oid: "5" }));
    expect([sell, buy]).toMatchObject([{ status: 1 }, { status: 3 }]);
    expect(await detail(maker.kit, sell["order_id"])).toMatchObject({ s: 2, eq: "0.004", dp: price });
    const fills = async (own: RestKit, answer: Answered): Promise<readonly Row[]> => {
      const body = `{"orderId":${String(answer["order_id"])},"page":1,"size":10}`;
      return ((await own.post(paths.orderDetail, body)).result as { items: Row[] }).items;
    };
    const [made] = await fills(maker.kit, sell);
    const [taken] = await fills(taker.kit, buy);
    expect(made).toMatchObject({ is_maker: 1, side: 2, deal_price: `${price}.0000000000`, deal_coin: "0.0040000000" });
    expect(taken).toMatchObject({
      is_maker: 0,
      side: 1,
      deal_price: made?.["deal_price"],
      deal_coin: made?.["deal_coin"],
    });
    const { body } = await kit.operate("GET", `accounts/${taker.account}`);
    expect(body["ledgerTotals"]).toEqual({ USDT: "0", BTC: "0", BIX: "0" });
    expect((body["balances"] as Row)["USDT"]).toMatchObject({ frozen: "0" });
  });
});
