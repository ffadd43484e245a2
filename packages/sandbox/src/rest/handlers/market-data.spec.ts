import { compileRecord } from "@depthwire/core/internal";
import { coin, spot, usdt } from "@depthwire/schema";
import type { Shape } from "@depthwire/schema/internal";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Sandbox, startSandbox } from "../../sandbox.js";

const pairs = ["4BTC_USDT", "4ETH_USDT", "5BTC_USD", "BTC_USDT", "ETH_BTC", "BIX_USDT"];
const options = { pairs, seed: 3, tickIntervalMs: 20, requestsPerWindow: 0 } as const;

let sandbox: Sandbox;
let deployed: Sandbox;

beforeAll(async () => {
  sandbox = await startSandbox(options);
  deployed = await startSandbox({ ...options, profile: "deployed" });
  // Until everything has traded.
  const quiet = (): boolean => pairs.some((pair) => sandbox.exchange.deals(pair, 1).length === 0);
  while (quiet()) {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
});

afterAll(async () => {
  await sandbox.close();
  await deployed.close();
});

type Body = Readonly<Record<string, unknown>> & { readonly result: unknown };

async function get(path: string, from: Sandbox = sandbox): Promise<Body> {
  const response = await fetch(from.restUrl + path);
  expect(response.status).toBe(200);
  return (await response.json()) as Body;
}

/** Decodes with the client's own codec what stands under `result`: it must be whole. */
async function result<Value>(shape: Shape, path: string, from: Sandbox = sandbox): Promise<Value> {
  const codec: { decode(wire: unknown): unknown } = compileRecord(shape);
  return codec.decode((await get(path, from)).result) as Value;
}

describe("spot market data", () => {
  it("stands in an envelope with state, cmd and ver 3", async () => {
    const body = await get("/v3/mdata/ping");
    expect(body).toEqual({ state: 0, result: expect.any(Number), cmd: "ping", ver: "3" });
    expect(Math.abs(Number(body.result) - Date.now())).toBeLessThan(60_000);
  });

  it("lists the pairs with their precisions, those of quantities in deployments alone", async () => {
    expect((await get("/v3/mdata/pairList")).result).toEqual([
      { id: 1, pair: "BTC_USDT", decimal: 2 },
      { id: 4, pair: "ETH_BTC", decimal: 6 },
      { id: 3, pair: "BIX_USDT", decimal: 4 },
    ]);
    expect((await get("/v3/mdata/pairList", deployed)).result).toContainEqual({
      id: 1,
      pair: "BTC_USDT",
      decimal: 2,
      amount_scale: 4,
    });
  });

  it.each(["1min", "3min", "5min", "15min", "30min", "1hour", "2hour", "4hour", "6hour", "12hour", "day", "week"])(
    "has candles of %s",
    async (period) => {
      const klines = await result<{ openedAtMs: number; highPrice: string; lowPrice: string; volume: string }[]>(
        spot.getKlines.result,
        `/v3/mdata/kline?pair=BTC_USDT&period=${period}`,
      );
      const latest = klines.at(-1);
      expect(latest?.openedAtMs).toBeGreaterThan(Date.now() - 8 * 86_400_000);
      expect(Number(latest?.highPrice)).toBeGreaterThanOrEqual(Number(latest?.lowPrice));
      expect(Number(latest?.volume)).toBeGreaterThan(0);
    },
  );

  it("writes a candle as the table has it", async () => {
    const body = await get("/v3/mdata/kline?pair=ETH_BTC&period=1hour&size=1");
    expect(body).toEqual({
      state: 0,
      result: [
        {
          time: expect.any(Number),
          open: expect.stringMatching(/^0\.\d{6}$/),
          high: expect.any(String),
          low: expect.any(String),
          close: expect.any(String),
          vol: expect.any(String),
        },
      ],
      cmd: "kline",
      ver: "3",
    });
  });

  it("has the 24-hour figures of one pair and of all", async () => {
    const all = (await get("/v3/mdata/marketAll")).result as Record<string, unknown>[];
    expect(all.map(({ id, coin_symbol, currency_symbol }) => [id, coin_symbol, currency_symbol])).toEqual([
      [1, "BTC", "USDT"],
      [4, "ETH", "BTC"],
      [3, "BIX", "USDT"],
    ]);
    const { result: one } = await get("/v3/mdata/market?pair=BTC_USDT");
    expect(Object.keys(one as object)).toEqual([
      "id",
      "coin_symbol",
      "currency_symbol",
      "last",
      "high",
      "low",
      "change",
      "percent",
      "vol24H",
      "amount",
      "last_cny",
      "high_cny",
      "low_cny",
      "last_usd",
      "high_usd",
      "low_usd",
    ]);
    expect((one as { percent: string }).percent).toMatch(/^-?\d+\.\d\d%$/);
  });

  it("has a ticker with the best quotes", async () => {
    const ticker = await result<{
      bestBidPrice: string;
      bestAskPrice: string;
      lastPriceUsd: string;
      lastPrice: string;
    }>(spot.getTicker.result, "/v3/mdata/ticker?pair=BTC_USDT");
    expect(Number(ticker.bestBidPrice)).toBeLessThan(Number(ticker.bestAskPrice));
    expect(ticker.lastPriceUsd).toBe(ticker.lastPrice);
    const ratio = await result<{ lastPriceUsd: string }>(spot.getTicker.result, "/v3/mdata/ticker?pair=ETH_BTC");
    expect(Number(ratio.lastPriceUsd)).toBeGreaterThan(1000);
  });

  it("has the book and the latest deals", async () => {
    const depth = await result<{ asks: unknown[]; bids: unknown[] }>(
      spot.getDepth.result,
      "/v3/mdata/depth?pair=BTC_USDT&size=7",
    );
    expect([depth.asks.length, depth.bids.length]).toEqual([7, 7]);
    const deals = (await get("/v3/mdata/deals?pair=BTC_USDT&size=5")).result as Record<string, unknown>[];
    expect(deals.length).toBeGreaterThan(0);
    expect(deals.length).toBeLessThanOrEqual(5);
    expect(Object.keys(deals[0] ?? {})).toEqual(["pair", "price", "amount", "time", "side"]);
    expect(deals.map(({ time }) => time)).toEqual(
      deals.map(({ time }) => time).toSorted((a, b) => Number(b) - Number(a)),
    );
  });

  it("tells the limits of orders; deployments list USDC besides", async () => {
    const documented = {
      min_trade_price: { default: "0.00000001", USDT: "0.0001", DAI: "0.0001" },
      min_trade_amount: { default: "0.0001" },
      min_trade_money: { USDT: "1", DAI: "1", GUSD: "1", BIX: "3", BTC: "0.0002", ETH: "0.005" },
    };
    expect(await get("/v3.1/orderpending/tradeLimit")).toEqual({ state: 0, result: documented, cmd: "tradeLimit" });
    expect((await get("/v3.1/orderpending/tradeLimit", deployed)).result).toEqual({
      ...documented,
      min_trade_money: { ...documented.min_trade_money, USDC: "1" },
    });
  });

  it.each([
    ["kline?period=1min", 3002],
    ["kline?pair=BTC_USDT", 3002],
    ["kline?pair=BTC_USDT&period=", 3002],
    ["kline?pair=BTC_USDT&period=2min", 3000],
    ["kline?pair=BTC_USDT&period=toString", 3000],
    ["kline?pair=BTC_USDT&period=1min&size=0", 3000],
    ["kline?pair=BTC_USDT&period=1min&size=1001", 3000],
    ["kline?pair=NO_PAIR&period=1min", 3016],
    ["kline?pair=4BTC_USDT&period=1min", 3016],
    ["market", 3002],
    ["market?pair=4BTC_USDT", 3016],
    ["ticker?pair=", 3002],
    ["ticker?pair=BTC_BTC", 3016],
    ["deals?pair=BTC_USDT&size=201", 3000],
    ["deals?pair=NO_PAIR", 3016],
    ["depth?pair=BTC_USDT&size=201", 3000],
    ["depth?pair=5BTC_USD", 3016],
  ])("refuses %s with %d", async (query, state) => {
    expect(await get(`/v3/mdata/${query}`)).toMatchObject({ state });
  });
});

describe("contract market data", () => {
  it.each(["4BTC_USDT", "5BTC_USD"])("has candles and a book of %s", async (pair) => {
    const body = await get(`/v2/mdata/kline?pair=${pair}&period=1min&size=3`);
    expect(body).toEqual({ result: expect.any(Array), cmd: "kline", ver: "2.0" });
    const klines = await result<unknown[]>(usdt.getKlines.result, `/v2/mdata/kline?pair=${pair}&period=day`);
    expect(klines.length).toBeGreaterThan(0);
    expect(await get(`/v2/mdata/depth?pair=${pair}`)).toMatchObject({ result: { pair }, ver: "2.0" });
  });

  it.each([
    ["pair=4BTC_USDT", 3002],
    ["pair=4BTC_USDT&period=minute", 3000],
    ["pair=4BTC_USDT&period=1min&size=1001", 3000],
    ["pair=4NONE_USDT&period=1min", 3016],
    ["pair=BTC_USDT&period=1min", 3016],
  ])("refuses candles of %s with %d", async (query, state) => {
    expect(await get(`/v2/mdata/kline?${query}`)).toMatchObject({ state });
  });

  it("tells what may be traded, how finely, and what it costs to hold", async () => {
    const value = await get("/v3.1/cquery/buValue");
    expect(value).toMatchObject({ state: 0, cmd: "buValue" });
    expect((value.result as { pair: string }[]).map(({ pair }) => pair)).toEqual(["4BTC_USDT", "4ETH_USDT"]);
    expect((value.result as object[])[0]).toEqual({
      pair: "4BTC_USDT",
      leverage_min: "1.0000000000",
      leverage_max: "100.0000000000",
      value: "0.0001000000",
      maker_fee: "0.0002000000",
      taker_fee: "0.0006000000",
      open_max_per: "100.0000000000",
      pending_max: 100,
      hold_max: "100.0000000000",
      risk_level_base: "1.0000000000",
      risk_level_dx: "1.0000000000",
    });
    expect((await get("/v3.1/cquery/buUnit")).result).toEqual([
      { pair: "4BTC_USDT", price_unit: 1, vol_unit: 4, value_unit: 4 },
      { pair: "4ETH_USDT", price_unit: 2, vol_unit: 3, value_unit: 3 },
    ]);
    const rates = await result<Record<string, { pair: string; createdAtMs: number }>>(
      usdt.getFundingRates.result,
      "/v3.1/cquery/buFundRate",
    );
    expect(Object.keys(rates)).toEqual(["4BTC_USDT", "4ETH_USDT"]);
    expect(rates["4ETH_USDT"]).toMatchObject({ pair: "4ETH_USDT", fundingRate: "0.0000000000" });
    expect((rates["4BTC_USDT"]?.createdAtMs ?? 1) % 28_800_000).toBe(0);
    const tags = await result<Record<string, { tagPrice: string; createdAtMs: number }>>(
      usdt.getTagPrices.result,
      "/v3.1/cquery/buTagPrice",
    );
    expect(Number(tags["4BTC_USDT"]?.tagPrice)).toBeGreaterThan(40_000);
    expect(Math.abs((tags["4BTC_USDT"]?.createdAtMs ?? 0) - Date.now())).toBeLessThan(60_000);
  });

  it("tells the same of coin-margined contracts by command, without state", async () => {
    expect(await get("/v1.1/cquery?cmd=bcUnit")).toEqual({
      result: [{ pair: "5BTC_USD", price_unit: 1, vol_unit: 0, value_unit: 0 }],
      cmd: "bcUnit",
    });
    expect((await get("/v1.1/cquery?cmd=bcValue")).result).toMatchObject([{ pair: "5BTC_USD", value: "1.0000000000" }]);
    const rates = await result<object>(coin.getFundingRates.result, "/v1.1/cquery?cmd=bcFundRate");
    const tags = await result<object>(coin.getTagPrices.result, "/v1.1/cquery?cmd=bcTagPrice");
    expect([Object.keys(rates), Object.keys(tags)]).toEqual([["5BTC_USD"], ["5BTC_USD"]]);
  });

  it.each([
    ["", "3002"],
    ["?cmd=", "3002"],
    ["?cmd=bcNothing", "3000"],
  ])("refuses /v1.1/cquery%s with an error object of code %s", async (query, code) => {
    expect(await get(`/v1.1/cquery${query}`)).toEqual({ error: { code, msg: expect.any(String) } });
  });
});
