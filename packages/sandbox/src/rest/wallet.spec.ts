import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Sandbox, startSandbox } from "../sandbox.js";
import { type Answered, RestKit } from "../spec-support/rest-kit.js";
import { newcomer } from "../spec-support/wallet-steps.js";

let sandbox: Sandbox;
let rest: RestKit;

beforeAll(async () => {
  sandbox = await startSandbox({ pairs: ["4BTC_USDT", "5BTC_USD"], requestsPerWindow: 0, seed: 5 });
  rest = new RestKit(sandbox);
});

afterAll(() => sandbox.close());

describe("summaries", () => {
  it("value what a user has, coin by coin", async () => {
    const { user } = await newcomer(rest);
    const main = await user.post("/v3.1/transfer/mainAssets", {});
    expect(main).toEqual({
      state: 0,
      result: {
        total_btc: expect.stringMatching(/^0\.0\d{7}$/),
        total_cny: "6236.00",
        total_usd: "1000.00",
        assets_list: [
          {
            coin_symbol: "USDT",
            balance: "1000",
            freeze: "0",
            BTCValue: expect.any(String),
            CNYValue: "6236.00",
            USDValue: "1000.00",
          },
        ],
      },
      cmd: "mainAssets",
    });
    const spot = (await user.post("/v3.1/spot/account/assets", { select: 0 })).result as { assets_list: object[] };
    expect(spot.assets_list).toMatchObject([{ coin_symbol: "ETH", balance: "2" }]);
    const every = (await user.post("/v3.1/spot/account/assets", { select: 1 })).result as { assets_list: object[] };
    expect(every.assets_list.length).toBeGreaterThan(20);
  });

  it.each([{ select: 2 }, { select: "1" }])("refuse %j with 3000", async (body) => {
    expect(await rest.post("/v3.1/transfer/mainAssets", body)).toMatchObject({ state: 3000 });
    expect(await rest.post("/v3.1/spot/account/assets", body)).toMatchObject({ state: 3000 });
  });
});

describe("coins", () => {
  it("are all told, or the one that is asked for, with bare numbers", async () => {
    const all = (await rest.post("/v3.1/transfer/coinConfig", {})).result as { coin_symbol: string }[];
    expect(all.map(({ coin_symbol }) => coin_symbol)).toEqual(
      expect.arrayContaining(["BTC", "ETH", "USDT", "BIX", "XRP"]),
    );
    expect(await rest.post("/v3.1/transfer/coinConfig", { coin_symbol: "BTC" })).toEqual({
      state: 0,
      result: [
        {
          coin_symbol: "BTC",
          is_active: 1,
          original_decimals: 8,
          enable_deposit: 1,
          enable_withdraw: 1,
          withdraw_fee: 0.0005,
          withdraw_min: 0.001,
        },
      ],
      cmd: "coinConfig",
    });
    expect(await rest.post("/v3.1/transfer/coinConfig", { coin_symbol: "NONE" })).toMatchObject({ state: 2034 });
  });

  it("have one address each for every user", async () => {
    const { user } = await newcomer(rest);
    const ask = (coin_symbol: string): Promise<Answered> => user.post("/v3.1/transfer/transferIn", { coin_symbol });
    const first = await ask("BTC");
    expect(first).toEqual({
      state: 0,
      result: expect.stringMatching(/^1[1-9A-HJ-NP-Za-km-z]{33}$/),
      cmd: "transferIn",
    });
    expect(await ask("BTC")).toEqual(first);
    expect((await rest.post("/v3.1/transfer/transferIn", { coin_symbol: "BTC" })).result).not.toBe(first.result);
    expect((await ask("XRP")).result).toMatch(/^r\w+:\d+$/);
    expect(await ask("NONE")).toMatchObject({ state: 2034 });
    expect(await ask("AAVE")).toMatchObject({ state: 2034 });
    expect(await ask("")).toMatchObject({ state: 3002 });
  });
});
