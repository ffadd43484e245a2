import { compileOperation } from "@depthwire/core/internal";
import { type Sandbox, startSandbox } from "@depthwire/sandbox";
import { usdt } from "@depthwire/schema";
import { klinePeriod } from "@depthwire/schema/internal";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { answered, queried, targetOf, thrownBy } from "../wire.spec-kit.js";

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ pairs: ["4BTC_USDT"] });
});
afterAll(() => sandbox.close());

/** The sandbox's answer to a public request. */
async function get(target: string): Promise<string> {
  const response = await fetch(sandbox.restUrl + target);
  expect(response.status).toBe(200);
  return response.text();
}

describe("server time", () => {
  it("is a GET without signature [d1/endpoints-server-time/sentence/1]", async () => {
    expect(usdt.getServerTime).toMatchObject({ method: "GET", path: "/v3/cbu/timestamp", auth: "none" });
    const { serverTimeMs } = answered(compileOperation(usdt.getServerTime), await get("/v3/cbu/timestamp"));
    expect(Math.abs(serverTimeMs - Date.now())).toBeLessThan(60_000);
  });
});

describe("contract kline", () => {
  const klines = compileOperation(usdt.getKlines);

  it("has no shown address: it is the one that deployments have [d1/endpoints-contract-kline/sentence/1]", () => {
    expect(targetOf(klines, { pair: "4BTC_USDT", period: "3min", size: 5 })).toBe(
      "/v2/mdata/kline?pair=4BTC_USDT&period=3min&size=5",
    );
    expect(usdt.getKlines).toMatchObject({ method: "GET", auth: "none", envelope: "version2" });
  });

  it("takes pair, one of twelve periods, and a size from 1 to 1000 [d1/endpoints-contract-kline/sentence/2]", () => {
    const periods = [
      "1min",
      "3min",
      "5min",
      "15min",
      "30min",
      "1hour",
      "2hour",
      "4hour",
      "6hour",
      "12hour",
      "day",
      "week",
    ];
    expect(Object.keys(klinePeriod.members)).toEqual(periods);
    for (const period of periods) {
      expect(queried(klines, `pair=4BTC_USDT&period=${period}`)).toMatchObject({ period });
    }
    for (const size of [1, 1000]) {
      expect(queried(klines, `pair=p&period=day&size=${size}`)).toMatchObject({ size });
    }
    for (const [query, path] of [
      ["period=day", "pair"],
      ["pair=p", "period"],
      ["pair=p&period=2min", "period"],
      ["pair=p&period=day&size=0", "size"],
      ["pair=p&period=day&size=1001", "size"],
    ] as const) {
      expect(thrownBy(() => queried(klines, query)).details).toMatchObject({ path });
    }
    expect(usdt.getKlines.params.fields.size).toMatchObject({ presence: "optional", assumed: 1000 });
  });
});

describe("market depth", () => {
  it("takes pair, and a size from 1 to 200, by default 200 [d1/endpoints-market-depth/sentence/1]", async () => {
    const depth = compileOperation(usdt.getDepth);
    const asks = async (query: string): Promise<number> =>
      answered(depth, await get(`/v2/mdata/depth?${query}`)).asks?.length ?? 0;
    expect(await asks("pair=4BTC_USDT&size=1")).toBe(1);
    expect(await asks("pair=4BTC_USDT&size=7")).toBe(7);
    const all = await asks("pair=4BTC_USDT");
    expect(all).toBeGreaterThan(7);
    expect(all).toBeLessThanOrEqual(200);
    expect(usdt.getDepth.params.fields.size).toMatchObject({ assumed: 200 });
    for (const [query, code] of [
      ["pair=4BTC_USDT&size=0", 3000],
      ["pair=4BTC_USDT&size=201", 3000],
      ["size=5", 3002],
    ] as const) {
      const text = await get(`/v2/mdata/depth?${query}`);
      expect(thrownBy(() => answered(depth, text))).toMatchObject({ venueCode: code });
    }
  });
});
