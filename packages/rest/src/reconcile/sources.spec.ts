import type { Pair } from "@depthwire/schema";
import { describe, expect, it } from "vitest";
import type { CallMaker } from "../index.js";
import { createDepthSource, createKlineSource } from "../internal.js";
import { scriptedVenue } from "../spec-kit/scripted-venue.spec-kit.js";

const asked = { size: 5, signal: undefined };

describe("sources", () => {
  it.each([
    ["4BTC_USDT", "/v2/mdata/depth?pair=4BTC_USDT&size=5"],
    ["5BTC_USD", "/v2/mdata/depth?pair=5BTC_USD&size=5"],
    ["BTC_USDT", "/v3/mdata/depth?pair=BTC_USDT&size=5"],
  ])("ask for the book of %s where it is, and keep its texts", async (pair, target) => {
    const result: Record<string, unknown> = {
      pair,
      update_time: 7,
      asks: [{ price: "101.50", volume: "2" }],
      bids: null,
    };
    const { client, seen, settle } = scriptedVenue(() => ({ state: 0, result, cmd: "depth", ver: "2.0" }));
    expect(await settle(createDepthSource(client)(pair as Pair, asked))).toEqual({
      updatedAtMs: 7,
      asks: [{ price: "101.50", quantity: "2" }],
      bids: [],
    });
    expect(seen[0]).toMatchObject({ target, headers: {} });
    Object.assign(result, { asks: null, bids: [{ price: "101.40", volume: "3" }] });
    expect(await settle(createDepthSource(client)(pair as Pair, asked))).toEqual({
      updatedAtMs: 7,
      asks: [],
      bids: [{ price: "101.40", quantity: "3" }],
    });
  });

  it.each([
    ["4BTC_USDT", "/v2/mdata/kline?pair=4BTC_USDT&period=1min&size=5"],
    ["BTC_USDT", "/v3/mdata/kline?pair=BTC_USDT&period=1min&size=5"],
  ])("ask for the candles of %s where they are", async (pair, target) => {
    const kline = { time: 60_000, open: "1", high: "2", low: "0.5", close: "1.5", vol: "3" };
    const { client, seen, settle } = scriptedVenue(() => ({ state: 0, result: [kline], cmd: "kline", ver: "2.0" }));
    const [candle] = await settle(createKlineSource(client)(pair as Pair, { ...asked, period: "1min" }));
    expect(candle).toMatchObject({ openedAtMs: 60_000, closePrice: "1.5" });
    expect(seen[0]?.target).toBe(target);
  });
});

it("sources ask behind the caller's own reads, and give up when they are told to", async () => {
  const asked: unknown[] = [];
  const call = (_operation: unknown, _params: unknown, options: unknown): Promise<unknown> => {
    asked.push(options);
    return Promise.resolve([]);
  };
  const venue = { call } as unknown as CallMaker;
  const { signal } = new AbortController();
  await createDepthSource(venue)("4BTC_USDT" as Pair, { size: 5, signal });
  await createKlineSource(venue)("4BTC_USDT" as Pair, { size: 5, signal, period: "1min" });
  expect(asked).toEqual([
    { signal, priority: "background" },
    { signal, priority: "background" },
  ]);
});
