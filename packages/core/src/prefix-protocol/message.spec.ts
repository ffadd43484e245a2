import { describe, expect, it } from "vitest";
import { encodeUtf8 } from "../bytes/utf8.js";
import { ProtocolError } from "../error/protocol-error.js";
import { encodeErrorMessage, encodePing, encodePong } from "../push-control.js";
import { Credential } from "../signing/credential.js";
import { sign } from "../signing/sign.js";
import { prefixLoginStringToSign } from "../signing/string-to-sign.js";
import { decodeClientMessage } from "./client-message.js";
import { encodeDepthSnapshot, encodeDepthUpdate } from "./depth-message.js";
import { encodeLogin, encodeLogout } from "./login.js";
import { decodePrefixMessage, encodeLoginAcknowledgement, encodePrefixData, type PrefixMessage } from "./message.js";
import { encodeSubscribe, encodeUnsubscribe } from "./subscribe.js";

function decode(text: string): PrefixMessage {
  const bytes = encodeUtf8(`#${text}#`);
  return decodePrefixMessage(bytes, 1, bytes.length - 1);
}

function detailsOf(run: () => unknown): unknown {
  try {
    run();
  } catch (error) {
    if (error instanceof ProtocolError) {
      return { code: error.code, ...error.details };
    }
    throw error;
  }
  return "nothing thrown";
}

describe("client messages", () => {
  const credential = new Credential({ apiKey: "key", apiSecret: "secret" });
  const signature = sign(credential, prefixLoginStringToSign("key"));

  it.each([
    [
      "subscribe",
      encodeSubscribe("4BTC_USDT_depth"),
      '{"event":"addChannel","sub":"4BTC_USDT_depth"}',
      { kind: "subscribe", channel: "4BTC_USDT_depth" },
    ],
    [
      "unsubscribe",
      encodeUnsubscribe("4BTC_USDT_depth"),
      '{"unsub":"4BTC_USDT_depth"}',
      { kind: "unsubscribe", channel: "4BTC_USDT_depth" },
    ],
    [
      "login",
      encodeLogin(credential),
      `{"apikey":"key","sign":"${signature}","sub":"ALL_ALL_login"}`,
      { kind: "login", apiKey: "key", signature },
    ],
    [
      "logout",
      encodeLogout(credential),
      `{"apikey":"key","sign":"${signature}","unsub":"ALL_ALL_login"}`,
      { kind: "logout", apiKey: "key", signature },
    ],
    ["ping", encodePing(17), '{"ping":17}', { kind: "ping", ms: 17 }],
    ["pong", encodePong(17), '{"pong":17}', { kind: "pong", ms: 17 }],
  ])("%s is written as documented and read back", (_name, text, wanted, decoded) => {
    expect(text).toBe(wanted);
    expect(decodeClientMessage(text)).toEqual(decoded);
  });

  it.each([
    ["a subscription without event", '{"sub":"x"}', { kind: "subscribe", channel: "x" }],
    [
      "a login with channel in place of sub",
      '{"apikey":"k","sign":"s","channel":"ALL_ALL_login"}',
      { kind: "login", apiKey: "k", signature: "s" },
    ],
    [
      "a login with event",
      '{"event":"addChannel","apikey":"k","sign":"s","sub":"ALL_ALL_login"}',
      { kind: "login", apiKey: "k", signature: "s" },
    ],
    ["white space and unknown keys", ' { "sub" : "x" , "extra" : [1] } ', { kind: "subscribe", channel: "x" }],
  ])("%s is tolerated", (_name, text, decoded) => {
    expect(decodeClientMessage(text)).toEqual(decoded);
  });

  it.each([
    [
      "another event",
      '{"event":"addchannel","sub":"x"}',
      { code: "message-shape", path: "event", expected: '"addChannel"' },
    ],
    ["a channel that is no text", '{"sub":7}', { code: "message-shape", path: "sub", expected: "text" }],
    [
      "a login without sign",
      '{"apikey":"k","sub":"ALL_ALL_login"}',
      { code: "message-shape", path: "sign", expected: "a value: the key is missing" },
    ],
    [
      "a login to another channel",
      '{"apikey":"k","sign":"s","sub":"x"}',
      { code: "message-shape", path: "sub", expected: '"ALL_ALL_login"' },
    ],
    ["a ping without time", '{"ping":"now"}', { code: "message-shape", path: "ping" }],
    ["nothing known", "{}", { code: "message-shape", path: "" }],
    ["an array", "[]", { code: "message-shape", path: "" }],
    ["no JSON", "ping", { code: "json-syntax" }],
    ["a text too long", `{"sub":"${"x".repeat(17000)}"}`, { code: "text-too-long" }],
  ])("%s is refused", (_name, text, details) => {
    expect(detailsOf(() => decodeClientMessage(text))).toMatchObject(details);
  });
});

describe("messages of the venue", () => {
  it("data of a channel", () => {
    const text = encodePrefixData({
      channel: "4BTC_USDT_deals",
      dataKind: "incremental",
      payload: { pair: "4BTC_USDT" },
    });
    expect(text).toBe('{"topic":"4BTC_USDT_deals","t":1,"d":{"pair":"4BTC_USDT"}}');
    expect(decode(text)).toEqual({
      kind: "data",
      channel: "4BTC_USDT_deals",
      dataKind: "incremental",
      payload: { pair: "4BTC_USDT" },
    });
  });

  it("private data with its user", () => {
    expect(decode('{"topic":"ALL_ALL_login","uid":"1001","t":0,"d":{"assets_all":[]}}')).toEqual({
      kind: "data",
      channel: "ALL_ALL_login",
      userId: "1001",
      dataKind: "full",
      payload: { assets_all: [] },
    });
  });

  it("the answer to a login", () => {
    const text = encodeLoginAcknowledgement("1001", "subscribed");
    expect(text).toBe('{"topic":"ALL_ALL_login","uid":"1001","t":0,"d":{"result":"subscribed"}}');
    expect(decode(text)).toEqual({ kind: "login-acknowledgement", userId: "1001", result: "subscribed" });
  });

  it("errors, with the code as text", () => {
    const text = encodeErrorMessage(3009, "Illegal subscription channel", "x");
    expect(text).toBe('{"channel":"x","error":{"code":"3009","msg":"Illegal subscription channel"}}');
    expect(decode(text)).toEqual({ kind: "error", code: 3009, message: "Illegal subscription channel", channel: "x" });
    expect(decode(encodeErrorMessage(3012, "m"))).toEqual({ kind: "error", code: 3012, message: "m" });
  });

  it("pings and pongs", () => {
    expect(decode(encodePing(1))).toEqual({ kind: "ping", ms: 1 });
    expect(decode(encodePong(2))).toEqual({ kind: "pong", ms: 2 });
  });

  it.each([
    ["nothing known", "{}", { code: "message-shape", path: "" }],
    ["no object", "17", { code: "message-shape", path: "" }],
    ["no payload", '{"topic":"x","t":0}', { code: "message-shape", path: "d" }],
    ["no kind", '{"topic":"x","d":1}', { code: "message-shape", path: "t" }],
    ["an error without code", '{"error":{"msg":"m"}}', { code: "message-shape", path: "error.code" }],
    [
      "a result that is no text",
      '{"topic":"ALL_ALL_login","uid":"1","t":0,"d":{"result":1}}',
      { code: "message-shape", path: "d.result" },
    ],
  ])("%s is refused", (_name, text, details) => {
    expect(detailsOf(() => decode(text))).toMatchObject(details);
  });
});

describe("depth messages of the venue", () => {
  const asks = [{ quantity: "7.904", price: "47741.6" }];

  it("a snapshot as in the sample", () => {
    expect(encodeDepthSnapshot({ pair: "4BTC_USDT", updatedAtMs: 5, seq: 7, asks, bids: [] })).toBe(
      '{"topic":"4BTC_USDT_depth","t":0,"d":{"pair":"4BTC_USDT","ut":5,"seq":7,"asks":[["7.904","47741.6"]],"bids":[]}}',
    );
  });

  it("an update as in the sample, null for empty sides", () => {
    const none = { asks: [], bids: [] };
    const update = { pair: "4BTC_USDT", updatedAtMs: 5, seq: 7, set: { asks, bids: [] }, delete: none };
    expect(encodeDepthUpdate(update)).toBe(
      '{"topic":"4BTC_USDT_depth","t":1,"d":{"pair":"4BTC_USDT","ut":5,"seq":7,"add":{"asks":[["7.904","47741.6"]],"bids":null},"del":{"asks":null,"bids":null}}}',
    );
    expect(encodeDepthUpdate({ ...update, modify: { asks, bids: [] } })).toContain(
      '"mod":{"asks":[["7.904","47741.6"]],"bids":null}',
    );
  });

  it("refuses a number that is none", () => {
    const bad = { pair: "4BTC_USDT", updatedAtMs: 5, seq: 7, asks: [{ quantity: "1e3", price: "1" }], bids: [] };
    expect(() => encodeDepthSnapshot(bad)).toThrow(/asks\[0\]\.quantity/);
  });
});
