import { channelProtocolChannels, prefixProtocolChannels } from "@depthwire/schema/internal";
import { describe, expect, it } from "vitest";
import { createChannelParser, formatChannel } from "./channel-parts.js";

const parsePrefix = createChannelParser(prefixProtocolChannels, "svc");
const parseChannel = createChannelParser(channelProtocolChannels, "my.svc");

describe("channel names", () => {
  it.each([
    ["4BTC_USDT_kline_1min", { kind: "kline", pair: "4BTC_USDT", period: "1min" }],
    ["4BTC_USDTTAGPRICE_kline_1min", { kind: "tag-price-kline", pair: "4BTC_USDT", period: "" }],
    ["5BTC_USD_depth", { kind: "depth", pair: "5BTC_USD", period: "" }],
    ["BTC_USDT_deals", { kind: "deals", pair: "BTC_USDT", period: "" }],
    ["4BTC_USDT_ticker", { kind: "ticker", pair: "4BTC_USDT", period: "" }],
    ["ALL_ALL_login", { kind: "private", pair: "", period: "" }],
  ])("of protocol A: %s", (name, parsed) => {
    expect(parsePrefix(name)).toEqual(parsed);
  });

  it.each([
    ["my.svc_sub_spot_4BTC_USDT_kline_day", { kind: "kline", pair: "4BTC_USDT", period: "day" }],
    ["my.svc_sub_spot_4BTC_USDTTAGPRICE_kline_1min", { kind: "tag-price-kline", pair: "4BTC_USDT", period: "" }],
    ["my.svc_sub_spot_4BTC_USDT_depth", { kind: "depth", pair: "4BTC_USDT", period: "" }],
    ["my.svc_sub_spot_4BTC_USDT_depth_", { kind: "depth", pair: "4BTC_USDT", period: "" }],
    ["my.svc_sub_spot_ALL_ALL_login", { kind: "private", pair: "", period: "" }],
  ])("of protocol B: %s", (name, parsed) => {
    expect(parseChannel(name)).toEqual(parsed);
  });

  it("come back from what they were formatted from", () => {
    for (const grammar of Object.values(channelProtocolChannels)) {
      const name = formatChannel(grammar, { pair: "4BTC_USDT", period: "1min", serviceName: "my.svc" });
      expect(parseChannel(name)?.kind).toBe(grammar.kind);
    }
    expect(formatChannel(prefixProtocolChannels.depth, { pair: "$&" })).toBe("$&_depth");
  });

  it.each([
    "",
    "depth",
    "4BTC_USDT",
    "4btc_usdt_depth",
    "4BTC_USDT_depth_",
    "x4BTC_USDT_depth\n",
    "4BTC_USDT_kline_",
    "ALL_ALL_loginx",
  ])("%j is none", (name) => {
    expect(parsePrefix(name)).toBeUndefined();
  });

  it("are bounded, and belong to one service name", () => {
    expect(parseChannel("svc_sub_spot_4BTC_USDT_depth")).toBeUndefined();
    expect(parseChannel("myxsvc_sub_spot_4BTC_USDT_depth")).toBeUndefined();
    expect(parsePrefix(`${"A".repeat(200)}_depth`)).toBeUndefined();
  });
});
