import { createHmac } from "node:crypto";
import { deflateSync, gzipSync } from "node:zlib";
import { defaultFrameLimits } from "@depthwire/core";
import {
  absentNumber,
  type ChannelData,
  createDepthChannel,
  DepthSink,
  decodeChannelClientMessage,
  decodeChannelMessage,
  encodeChannelLogin,
  encodeChannelUnsubscribe,
  encodeUtf8,
  readChannelDepth,
} from "@depthwire/core/internal";
import { createZlibInflate } from "@depthwire/testkit";
import { describe, expect, it } from "vitest";
import { channelEvent, sampleCredential } from "../wire.spec-kit.js";

const pair = "4BTC_USDT";
const channel = `svc_sub_spot_${pair}_depth`;
const depth = { pair, update_time: 5, asks: [{ volume: "1", price: "2.5" }], bids: null };
const deals = [{ pair, price: "2.5", amount: "0.5", time: 5, side: 2, id: "7" }];
const packed = (payload: unknown, compress: (text: string) => Buffer): string =>
  compress(JSON.stringify(payload)).toString("base64");
const message = (name: string, binary: unknown, kind: 0 | 1, data: unknown): string =>
  JSON.stringify([{ channel: name, binary, data_type: kind, data }]);

describe("messages", () => {
  it("binary is an integer or a text, compression zlib or gzip, data_type full or incremental; depth may lack seq [notes/protocol-b/note/19]", () => {
    for (const binary of [1, "1"]) {
      for (const compress of [deflateSync, gzipSync]) {
        expect(channelEvent(message(channel, binary, 0, packed(depth, compress)))).toMatchObject({
          kind: "depth",
          dataKind: "full",
          depth: { kind: "snapshot", asks: [{ quantity: "1", price: "2.5" }] },
        });
        const text = message(`svc_sub_spot_${pair}_deals`, binary, 1, packed(deals, compress));
        expect(channelEvent(text)).toMatchObject({ kind: "deals", dataKind: "incremental", deals: [{ dealId: "7" }] });
      }
    }
    for (const binary of [0, "0"]) {
      expect(channelEvent(message(channel, binary, 0, depth))).toMatchObject({ depth: { kind: "snapshot" } });
      // Seen compressed although nobody asked for it: a payload that is text is base64 whatever `binary` says.
      const text = message(`${channel}_`, binary, 0, packed(depth, gzipSync));
      expect(channelEvent(text)).toMatchObject({ depth: { kind: "snapshot" } });
    }
    const [data] = decodeChannelMessage(
      encodeUtf8(message(channel, 0, 0, depth)),
      createZlibInflate(),
      defaultFrameLimits,
    );
    const sink = new DepthSink(4);
    readChannelDepth(data as ChannelData, createDepthChannel(pair, { priceScale: 1, quantityScale: 0 }, 0), sink);
    expect(sink).toMatchObject({ kind: "snapshot", seq: absentNumber });
  });

  it("deals are an array of objects [notes/protocol-b/note/20]", () => {
    const text = message(`svc_sub_spot_${pair}_deals`, 0, 1, [...deals, { ...deals[0], side: 1, id: 9 }]);
    expect(channelEvent(text)).toMatchObject({
      kind: "deals",
      deals: [
        { pair, price: "2.5", quantity: "0.5", tradedAtMs: 5, side: "sell", dealId: "7" },
        { side: "buy", dealId: "9" },
      ],
    });
  });
});

describe("what a client says", () => {
  it("removeChannel gives back; a login signs {apikey, channel, event} [notes/protocol-b/note/21]", () => {
    expect(encodeChannelUnsubscribe(channel)).toBe(`{"event":"removeChannel","channel":"${channel}"}`);
    expect(decodeChannelClientMessage(encodeChannelUnsubscribe(channel))).toEqual({ kind: "unsubscribe", channel });
    const signed = '{"apikey":"key","channel":"svc_sub_spot_ALL_ALL_login","event":"addChannel"}';
    const signature = createHmac("md5", "c708ac3e70d115ec29efbee197330627d7edf842").update(signed).digest("hex");
    expect(encodeChannelLogin(sampleCredential, "svc")).toBe(signed.replace("}", `,"sign":"${signature}"}`));
    const data = message("svc_sub_spot_ALL_ALL_login", 0, 0, { order_all: [] });
    expect(channelEvent(data)).toEqual({ kind: "private", event: { kind: "all-orders", value: [] } });
  });
});
