import { deflateSync, gzipSync, unzipSync } from "node:zlib";
import { channelProtocolChannels } from "@depthwire/schema/internal";
import { describe, expect, it } from "vitest";
import { encodeBase64 } from "../bytes/base64.js";
import { encodeUtf8 } from "../bytes/utf8.js";
import { createDepthChannel } from "../depth/depth-channel.js";
import { DepthSink } from "../depth/depth-sink.js";
import { readChannelDepth } from "../depth/read-depth.js";
import { ProtocolError } from "../error/protocol-error.js";
import type { Inflate } from "../ports/inflate.js";
import { defaultFrameLimits } from "../prefix-protocol/frame.js";
import { encodePing, encodePong } from "../push-control.js";
import { Credential } from "../signing/credential.js";
import { sign } from "../signing/sign.js";
import { channelLoginStringToSign } from "../signing/string-to-sign.js";
import { decodeChannelClientMessage } from "./client-message.js";
import { encodeChannelDepth } from "./depth-message.js";
import { encodeChannelLogin } from "./login.js";
import {
  type ChannelData,
  type ChannelServerMessage,
  decodeChannelMessage,
  encodeChannelData,
  encodeChannelLoginAcknowledgement,
} from "./message.js";
import { encodeChannelSubscribe, encodeChannelUnsubscribe } from "./subscribe.js";

class TestInflate implements Inflate {
  output: Uint8Array = new Uint8Array(0);

  inflate(source: Uint8Array, start: number, end: number, maxInflatedBytes: number): number {
    const inflated = unzipSync(source.subarray(start, end));
    if (inflated.length > maxInflatedBytes) {
      throw new ProtocolError("frame-too-large", { limit: maxInflatedBytes, stage: "inflated" });
    }
    this.output = inflated;
    return inflated.length;
  }
}

function decode(text: string, limits = defaultFrameLimits): readonly ChannelServerMessage[] {
  return decodeChannelMessage(encodeUtf8(text), new TestInflate(), limits);
}

function codeOf(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    return error instanceof ProtocolError ? error.code : String(error);
  }
  return "nothing thrown";
}

const channel = "svc_sub_spot_4BTC_USDT_depth";

describe("client messages of protocol B", () => {
  const credential = new Credential({ apiKey: "key", apiSecret: "secret" });
  const signature = sign(credential, channelLoginStringToSign("key", "svc"));
  const parameters = { pair: "4BTC_USDT", period: "1min", serviceName: "svc" };

  it.each([
    [
      encodeChannelSubscribe(channelProtocolChannels.depth, parameters),
      `{"event":"addChannel","channel":"${channel}","binary":0,"ver":3}`,
      { kind: "subscribe", channel, version: 3 },
    ],
    [
      encodeChannelSubscribe(channelProtocolChannels.kline, parameters),
      '{"event":"addChannel","channel":"svc_sub_spot_4BTC_USDT_kline_1min","binary":0,"ver":8}',
      { kind: "subscribe", channel: "svc_sub_spot_4BTC_USDT_kline_1min", version: 8 },
    ],
    [
      encodeChannelSubscribe(channelProtocolChannels.deals, parameters),
      '{"event":"addChannel","channel":"svc_sub_spot_4BTC_USDT_deals","binary":0}',
      { kind: "subscribe", channel: "svc_sub_spot_4BTC_USDT_deals" },
    ],
    [
      encodeChannelUnsubscribe(channel),
      `{"event":"removeChannel","channel":"${channel}"}`,
      { kind: "unsubscribe", channel },
    ],
    [
      encodeChannelLogin(credential, "svc"),
      `{"apikey":"key","channel":"svc_sub_spot_ALL_ALL_login","event":"addChannel","sign":"${signature}"}`,
      { kind: "login", apiKey: "key", channel: "svc_sub_spot_ALL_ALL_login", signature },
    ],
    ['{"ping":3}', '{"ping":3}', { kind: "ping", ms: 3 }],
  ])("%j", (text, wanted, decoded) => {
    expect(text).toBe(wanted);
    expect(decodeChannelClientMessage(text)).toEqual(decoded);
  });

  it("refuses another event, naming it", () => {
    expect(() => decodeChannelClientMessage('{"event":"subscribe","channel":"x"}')).toThrow(/path "event"/);
    expect(codeOf(() => decodeChannelClientMessage('{"channel":"x"}'))).toBe("message-shape");
    expect(codeOf(() => decodeChannelClientMessage("[]"))).toBe("message-shape");
  });
});

describe("messages of protocol B", () => {
  const payload = '{"pair":"4BTC_USDT","update_time":5,"asks":[{"volume":"1","price":"2.5"}],"bids":null}';
  const packed = (bytes: Uint8Array): string => JSON.stringify(encodeBase64(bytes));

  it.each([
    ["plain", `{"channel":"${channel}","binary":0,"data_type":0,"data":${payload}}`],
    ["zlib", `{"channel":"${channel}","binary":1,"data_type":0,"data":${packed(deflateSync(payload))}}`],
    ["gzip", `{"channel":"${channel}","binary":1,"data_type":0,"data":${packed(gzipSync(payload))}}`],
    ["binary as text", `{"channel":"${channel}","binary":"1","data_type":0,"data":${packed(gzipSync(payload))}}`],
    ["plain, binary as text", `{"channel":"${channel}","binary":"0","data_type":"0","data":${payload}}`],
    [
      "compressed though binary says plain",
      `{"channel":"${channel}","binary":0,"data_type":0,"data":${packed(deflateSync(payload))}}`,
    ],
  ])("data, %s", (_name, entry) => {
    const wanted = [{ kind: "data", channel, dataKind: "full", payload: JSON.parse(payload) }];
    expect(decode(`[${entry}]`)).toEqual(wanted);
    expect(decode(entry)).toEqual(wanted);
    expect(decode(`[${entry},${entry}]`)).toEqual([...wanted, ...wanted]);
  });

  it("errors, pings and the answer to a login", () => {
    expect(decode('{"channel":"x","error":{"code":"3009","msg":"m"}}')).toEqual([
      { kind: "error", code: 3009, message: "m", channel: "x" },
    ]);
    expect(decode('{"ping":1}')).toEqual([{ kind: "ping", ms: 1 }]);
    expect(decode('{"pong":1}')).toEqual([{ kind: "pong", ms: 1 }]);
    expect(decode(encodeChannelLoginAcknowledgement("svc_sub_spot_ALL_ALL_login", "done"))).toEqual([
      { kind: "login-acknowledgement", result: "done" },
    ]);
    expect(decode("[]")).toEqual([]);
  });

  it("bounds the frame, and all its payloads together", () => {
    const bomb = packed(deflateSync(`"${"x".repeat(5000)}"`));
    const entry = `{"channel":"c","binary":1,"data_type":0,"data":${bomb}}`;
    const limits = { maxFrameBytes: 4096, maxInflatedBytes: 8000 };
    expect(codeOf(() => decode(`[${entry}]`, limits))).toBe("nothing thrown");
    expect(codeOf(() => decode(`[${entry},${entry}]`, limits))).toBe("frame-too-large");
    expect(codeOf(() => decode(`[${entry}]`, { ...limits, maxFrameBytes: 20 }))).toBe("frame-too-large");
  });

  it.each([
    ["no JSON", "x", "json-syntax"],
    ["a number", "7", "message-shape"],
    ["an entry that is none", "[7]", "message-shape"],
    ["a wrong kind", `[{"channel":"c","binary":0,"data_type":[],"data":1}]`, "message-shape"],
    ["no base64", `[{"channel":"c","binary":1,"data_type":0,"data":"%%%%"}]`, "frame-corrupt"],
    ["no JSON inside", `[{"channel":"c","binary":1,"data_type":0,"data":${packed(deflateSync("x"))}}]`, "json-syntax"],
  ])("refuses %s", (_name, text, code) => {
    expect(codeOf(() => decode(text))).toBe(code);
  });

  it("names the entry in a path", () => {
    expect(() => decode('[{"channel":"c","binary":0,"data_type":0,"data":1},{"channel":"c"}]')).toThrow(
      /\[1\]\.binary/,
    );
  });
});

describe("depth of protocol B", () => {
  const channelOfPair = createDepthChannel("4BTC_USDT", { priceScale: 1, quantityScale: 0 }, 0);

  function read(text: string, sink = new DepthSink(4)): DepthSink | string {
    try {
      const outcome = readChannelDepth(decode(text)[0] as ChannelData, channelOfPair, sink);
      return outcome.kind === "done" ? sink : `finer ${outcome.priceScale} ${outcome.quantityScale}`;
    } catch (error) {
      return error instanceof ProtocolError ? error.code : String(error);
    }
  }

  it("writes a payload plain, or compressed where it is told how, and says which", () => {
    const message = { channel: "c", dataKind: "full", payload: { a: 1 } } as const;
    expect(encodeChannelData(message)).toBe('[{"channel":"c","binary":0,"data_type":0,"data":{"a":1}}]');
    const packed = Buffer.from(deflateSync('{"a":1}')).toString("base64");
    expect(encodeChannelData(message, deflateSync)).toBe(
      `[{"channel":"c","binary":1,"data_type":0,"data":"${packed}"}]`,
    );
    expect([encodePing(17), encodePong(17)]).toEqual(['{"ping":17}', '{"pong":17}']);
  });

  it("reads a snapshot without seq, compressed or not", () => {
    const snapshot = {
      kind: "snapshot" as const,
      pair: "4BTC_USDT",
      updatedAtMs: 5,
      asks: [{ quantity: "1", price: "2.5" }],
      bids: null,
    };
    for (const compress of [undefined, deflateSync, gzipSync]) {
      const sink = read(encodeChannelDepth(channel, snapshot, compress));
      expect(sink).toMatchObject({ kind: "snapshot", seq: -1, updatedAtMs: 5 });
      expect((sink as DepthSink).prices[0]).toBe(25);
    }
  });

  it("reads all six lists of an update", () => {
    const level = (price: string): { quantity: string; price: string }[] => [{ quantity: "3", price }];
    const sides = (ask: string, bid: string): object => ({ asks: level(ask), bids: level(bid) });
    const text = encodeChannelDepth(channel, {
      kind: "update",
      pair: "4BTC_USDT",
      updatedAtMs: 6,
      seq: 9,
      set: sides("1", "2"),
      delete: sides("3", "4"),
      modify: sides("5", "6"),
    });
    expect(text).toContain('"data_type":1');
    const sink = read(text) as DepthSink;
    expect(Array.from(sink.counts)).toEqual([1, 1, 1, 1, 1, 1]);
    expect([0, 1, 2, 3, 4, 5].map((section) => sink.prices[section * 4])).toEqual([10, 20, 30, 40, 50, 60]);
    expect(sink.seq).toBe(9);
  });

  it.each([
    [
      "an update without seq",
      '{"pair":"4BTC_USDT","update_time":5,"add":{"asks":null,"bids":null}}',
      1,
      "message-shape",
    ],
    ["neither kind in a full message", '{"pair":"4BTC_USDT","update_time":5,"seq":1}', 0, "message-shape"],
    ["a finer decimal", '{"pair":"4BTC_USDT","update_time":5,"asks":[{"volume":"1.5","price":"1"}]}', 0, "finer 1 1"],
    ["another pair", '{"pair":"4ETH_USDT","update_time":5,"asks":[]}', 0, "pair-mismatch"],
    [
      "a negative quantity",
      '{"pair":"4BTC_USDT","update_time":5,"asks":[{"volume":"-1","price":"1"}]}',
      0,
      "negative-quantity",
    ],
  ])("refuses %s", (_name, data, kind, wanted) => {
    expect(read(`[{"channel":"${channel}","binary":0,"data_type":${kind},"data":${data}}]`)).toBe(wanted);
  });
});
