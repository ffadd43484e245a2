import { connect, type Venue } from "@depthwire/node";
import { type Sandbox, startSandbox } from "@depthwire/sandbox";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { knownChannel } from "./known-channel.js";
import { knownPairs } from "./known-pair.js";
import { knownPeriod } from "./known-period.js";

describe("pairs", () => {
  let sandbox: Sandbox;
  let venue: Venue;
  beforeAll(async () => {
    sandbox = await startSandbox({ port: 0 });
    venue = connect({ addresses: [sandbox.pushUrl], restAddress: sandbox.restUrl });
  });
  afterAll(async () => {
    await venue.close();
    await sandbox.close();
  });

  it("of every kind are known by the venue's lists, each once", async () => {
    const typed = ["4BTC_USDT", "5BTC_USD", "BTC_USDT", "4BTC_USDT"];
    expect(await knownPairs(typed, venue)).toEqual(["4BTC_USDT", "5BTC_USD", "BTC_USDT"]);
  });

  it.each([
    ["4BTC_UDST", "Did you mean 4BTC_USDT?"],
    ["4btc-usdt", "Did you mean 4BTC_USDT?"],
    ["5BTC_USDT", "Did you mean 5BTC_USD?"],
    ["QQQQQQQQQQ_ZZZZ", /^It has BTC_USDT, .* and \d+ more\.$/],
  ])("that the venue does not have are refused with what is near: %s", async (typed, remedy) => {
    await expect(knownPairs(["4ETH_USDT", typed], venue)).rejects.toMatchObject({
      code: "unknown-pair",
      message: `The venue has no pair ${typed}`,
      remedy: typeof remedy === "string" ? remedy : expect.stringMatching(remedy),
    });
  });
});

describe("periods", () => {
  it.each([
    ["1m", "push", "1min"],
    ["3min", "push", "5min"],
    ["4hours", "request", "4hour"],
    ["1d", "request", "day"],
  ] as const)("%s is none for a %s: the nearest is said", (typed, way, near) => {
    const named = expect.objectContaining({
      code: "unknown-period",
      details: { period: typed, nearest: expect.any(String) },
    });
    expect(() => knownPeriod(typed, way)).toThrow(named);
    expect(() => knownPeriod(typed, way)).toThrow(
      expect.objectContaining({ remedy: expect.stringContaining(near === "5min" ? "min?" : near) }),
    );
    expect(knownPeriod(near, way)).toBe(near);
  });
});

describe("channels", () => {
  const prefix = { protocol: "prefix", serviceName: "svc" } as const;
  const channel = { protocol: "channel", serviceName: "svc" } as const;

  it.each([
    ["depth:4BTC_USDT", "4BTC_USDT_depth", "svc_sub_spot_4BTC_USDT_depth"],
    ["deals:4BTC_USDT", "4BTC_USDT_deals", "svc_sub_spot_4BTC_USDT_deals"],
    ["kline:4BTC_USDT:5min", "4BTC_USDT_kline_5min", "svc_sub_spot_4BTC_USDT_kline_5min"],
    ["tag-price:4BTC_USDT", "4BTC_USDTTAGPRICE_kline_1min", "svc_sub_spot_4BTC_USDTTAGPRICE_kline_1min"],
    ["private", "ALL_ALL_login", "svc_sub_spot_ALL_ALL_login"],
  ])("%s is written in both protocols, and every way to write it is the same", (short, inPrefix, inChannel) => {
    const expected = knownChannel(short, prefix);
    expect(expected).toMatchObject({ short, channel: inPrefix });
    for (const typed of [inPrefix, inChannel]) {
      expect(knownChannel(typed, prefix)).toEqual(expected);
      expect(knownChannel(typed, channel)).toEqual({ ...expected, channel: inChannel });
    }
  });

  it.each([
    ["dept:4BTC_USDT", "unknown-channel", "Did you mean depth:4BTC_USDT?"],
    ["4BTC_USDT", "unknown-channel", "Did you mean depth:4BTC_USDT?"],
    ["deals:4BTC_USDT:1min", "unknown-channel", "Did you mean deals:4BTC_USDT?"],
    ["kline:4BTC_USDT:1m", "unknown-period", "Did you mean 1min?"],
    ["4BTC_USDT_kline_1hou", "unknown-period", "Did you mean 1hour?"],
    ["zzzzzzzz", "unknown-channel", /^Write depth:PAIR/],
  ])("%s is refused: %s", (typed, code, remedy) => {
    const expected = { code, remedy: typeof remedy === "string" ? remedy : expect.stringMatching(remedy) };
    expect(() => knownChannel(typed, prefix)).toThrow(expect.objectContaining(expected));
  });

  it("that a protocol does not have are refused in words", () => {
    expect(() => knownChannel("ticker:4BTC_USDT", channel)).toThrow(/This protocol has no channel/);
  });
});
