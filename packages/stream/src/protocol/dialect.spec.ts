import { TextScanner } from "@depthwire/book/internal";
import { Credential } from "@depthwire/core";
import type { PushRefusal } from "@depthwire/core/internal";
import { describe, expect, test } from "vitest";
import { createSpecInflate } from "../spec-kit/zlib-inflate.spec-kit.js";
import { createDialect } from "./create-dialect.js";
import type { DialectOptions, MessageListener } from "./dialect.js";

const options = (protocol: DialectOptions["protocol"]): DialectOptions => ({ protocol, serviceName: "acme" });
const kline = { kind: "kline", pair: "4BTC_USDT", period: "5min" } as const;

/** What a reader tells of one message. */
function told(protocol: DialectOptions["protocol"], text: string): unknown[] {
  const words: unknown[] = [];
  const listener: MessageListener = {
    depth: () => false,
    data: (message) => words.push(message.channel),
    ping: (ms) => words.push(ms),
    refusal: (refusal: PushRefusal) => words.push(refusal),
    loginAcknowledged: () => words.push("login"),
  };
  const reader = createDialect(options(protocol)).createReader({
    inflate: createSpecInflate(),
    limits: { maxFrameBytes: 1_000, maxInflatedBytes: 1_000 },
    scanner: new TextScanner(1),
    counters: { bytesInflated: 0, generalPath: 0 },
  });
  reader.read(new TextEncoder().encode(text), listener);
  return words;
}

describe.each([
  ["prefix", "4BTC_USDT_kline_5min", '{"event":"addChannel","sub":"4BTC_USDT_kline_5min"}'],
  [
    "channel",
    "acme_sub_spot_4BTC_USDT_kline_5min",
    '{"event":"addChannel","channel":"acme_sub_spot_4BTC_USDT_kline_5min","binary":0,"ver":8}',
  ],
] as const)("the dialect %s", (protocol, channel, subscribe) => {
  const dialect = createDialect(options(protocol));

  test("names channels and asks for them", () => {
    expect(dialect.channelOf(kline)).toBe(channel);
    expect(dialect.encodeSubscribe(channel)).toBe(subscribe);
    expect(dialect.encodeUnsubscribe(channel)).toContain(JSON.stringify(channel));
  });

  test("logs in under its own name of the private stream", () => {
    const login = dialect.encodeLogin(new Credential({ apiKey: "key", apiSecret: "secret" }));
    const channel = dialect.channelOf({ kind: "private", pair: "", period: "" });
    expect(Object.values(JSON.parse(login))).toContain(channel);
  });
});

test("each protocol's version stands beside the channels that have one", () => {
  const { channelOf, encodeSubscribe } = createDialect(options("channel"));
  const versions = (["depth", "deals", "tag-price-kline"] as const).map((kind) => {
    const channel = channelOf({ ...kline, kind }) ?? "";
    return (JSON.parse(encodeSubscribe(channel)) as { ver?: number }).ver;
  });
  expect(versions).toEqual([3, undefined, 8]);
});

test("protocol B has no tickers", () => {
  expect(createDialect(options("channel")).channelOf({ ...kline, kind: "ticker" })).toBeUndefined();
  expect(createDialect(options("prefix")).channelOf({ ...kline, kind: "ticker" })).toBe("4BTC_USDT_ticker");
});

describe("a reader tells", () => {
  test("of protocol A's control messages", () => {
    expect(told("prefix", '{"ping":5}')).toEqual([5]);
    expect(told("prefix", '0{"pong":5}')).toEqual([]);
    expect(told("prefix", '0{"topic":"ALL_ALL_login","uid":"1","t":0,"d":{"result":"ok"}}')).toEqual(["login"]);
    expect(told("prefix", '{"channel":"x","error":{"code":"3009","msg":"m"}}')).toMatchObject([{ code: 3009 }]);
  });

  test("of protocol B's control messages, and of each envelope", () => {
    const envelope = (channel: string, data: string): string =>
      `{"channel":"acme_sub_spot_${channel}","binary":0,"data_type":0,"data":${data}}`;
    expect(told("channel", '{"ping":5}')).toEqual([5]);
    expect(told("channel", `[${envelope("ALL_ALL_login", '{"result":"ok"}')}]`)).toEqual(["login"]);
    expect(told("channel", `[${envelope("ALL_ALL_login", '{"order_all":[]}')}]`)).toEqual([
      "acme_sub_spot_ALL_ALL_login",
    ]);
    expect(told("channel", `[${envelope("a", "1")},${envelope("b", "2")}]`)).toEqual([
      "acme_sub_spot_a",
      "acme_sub_spot_b",
    ]);
  });

  test("protocol B's depth channels as they are sent, whether or not they are written with an underscore", () => {
    const channel = "acme_sub_spot_4BTC_USDT_depth";
    expect(told("channel", `[{"channel":"${channel}_","binary":0,"data_type":0,"data":{}}]`)).toEqual([channel]);
    const refusal = `{"channel":"${channel}_","error":{"code":"3009","msg":"m"}}`;
    expect(told("channel", refusal)).toEqual([{ kind: "error", code: 3009, message: "m", channel }]);
  });

  test("nothing of a message that is larger than allowed", () => {
    expect(() => told("channel", `[${" ".repeat(1_000)}]`)).toThrow(/frame-too-large/);
    expect(() => told("prefix", `0[${" ".repeat(1_000)}]`)).toThrow(/frame-too-large/);
  });
});
