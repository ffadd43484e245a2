import { compileRecord, createChannelParser, encodeChannelSubscribe, formatChannel } from "@depthwire/core/internal";
import { channelDeals, channelProtocolChannels } from "@depthwire/schema/internal";
import { describe, expect, it } from "vitest";
import { channelEvent } from "../wire.spec-kit.js";

const parameters = { pair: "4BTC_USDT", period: "1min", serviceName: "svc" };

describe("the depth channel", () => {
  it("is written with and without a trailing underscore: both are read, none is sent [d1/events-protocol-b/sentence/1]", () => {
    const parse = createChannelParser(channelProtocolChannels, "svc");
    const sent = "svc_sub_spot_4BTC_USDT_depth";
    for (const name of [sent, `${sent}_`]) {
      expect(parse(name)).toMatchObject({ kind: "depth", pair: "4BTC_USDT" });
    }
    expect(parse(`${sent}__`)).toBeUndefined();
    expect(formatChannel(channelProtocolChannels.depth, parameters)).toBe(sent);
    expect(encodeChannelSubscribe(channelProtocolChannels.depth, parameters)).toBe(
      `{"event":"addChannel","channel":"${sent}","binary":0,"ver":3}`,
    );
    const data = { pair: "4BTC_USDT", update_time: 5, seq: 7, add: { asks: null, bids: null } };
    const text = JSON.stringify([{ channel: `${sent}_`, binary: 0, data_type: 1, data }]);
    expect(channelEvent(text)).toMatchObject({ kind: "depth", depth: { kind: "update", seq: 7 } });
  });
});

describe("deals", () => {
  it("are not shown: an array of objects, as deployments send it [d1/events-protocol-b/sentence/2]", () => {
    const row = { pair: "4BTC_USDT", price: "47741.3", amount: "0.5", time: 5, side: 1, id: "12875281286404369" };
    const channel = formatChannel(channelProtocolChannels.deals, parameters);
    const text = JSON.stringify([{ channel, binary: 0, data_type: 1, data: [row, row] }]);
    const deal = { pair: "4BTC_USDT", price: "47741.3", quantity: "0.5", tradedAtMs: 5, side: "buy" };
    expect(channelEvent(text)).toMatchObject({ kind: "deals", dataKind: "incremental", deals: [deal, deal] });
    const { decode } = compileRecord(channelDeals);
    expect(() => decode(row)).toThrow(/message-shape/);
    expect(() => decode([["4BTC_USDT", "47741.3", "0.5", "1", "5", ""]])).toThrow(/message-shape/);
  });
});
