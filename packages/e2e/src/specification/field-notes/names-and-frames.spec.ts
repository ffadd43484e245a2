import { deflateSync, gunzipSync, gzipSync } from "node:zlib";
import { Credential, defaultFrameLimits } from "@depthwire/core";
import {
  compileOperation,
  createChannelParser,
  createFrameBody,
  createSecretHmac,
  decodeClientMessage,
  decodeFrame,
  decodePrefixMessage,
  decodeRequestSignature,
  decodeUtf8,
  encodeChannelSubscribe,
  encodeFrame,
  encodeLogin,
  encodeLogout,
  encodeSignedRequest,
  encodeSubscribe,
  encodeUnsubscribe,
  encodeUtf8,
  verifyRequest,
} from "@depthwire/core/internal";
import { type Profile, type Sandbox, startSandbox } from "@depthwire/sandbox";
import { defaultServiceName, usdt } from "@depthwire/schema";
import { channelProtocolChannels } from "@depthwire/schema/internal";
import { bareErrorSamples, createZlibInflate } from "@depthwire/testkit";
import { describe, expect, it, onTestFinished } from "vitest";
import { Conversation, type Heard } from "../conversation.spec-kit.js";
import { openMuteClient } from "../mute-client.spec-kit.js";
import { liveBook } from "../scripted-book.spec-kit.js";
import { prefixEvent, sampleSigning } from "../wire.spec-kit.js";

const pair = "4BTC_USDT";
const json = '{"topic":"4BTC_USDT_depth","t":1,"d":{"pair":"4BTC_USDT","ut":5,"seq":7}}';

async function sandboxOf(profile: Profile, plainBelowBytes: number): Promise<Sandbox> {
  const sandbox = await startSandbox({
    pairs: [pair],
    profile,
    plainBelowBytes,
    depthIntervalMs: 20,
    tickIntervalMs: 20,
  });
  onTestFinished(() => sandbox.close());
  return sandbox;
}

async function firstData(profile: Profile, plainBelowBytes: number): Promise<Heard> {
  const { pushUrl } = await sandboxOf(profile, plainBelowBytes);
  const conversation = await Conversation.open(pushUrl);
  conversation.say({ sub: `${pair}_depth` });
  return conversation.next();
}

/** Text and encoding of a frame as a client reads it. */
function read(first: number | string, body: Uint8Array): readonly [string, string] {
  const marker = typeof first === "string" ? first.charCodeAt(0) : first;
  const frame = decodeFrame(Uint8Array.of(marker, ...body), createZlibInflate(), defaultFrameLimits, createFrameBody());
  return [decodeUtf8(frame.bytes, frame.start, frame.end), frame.encoding];
}

describe("names", () => {
  it("the service name is one setting: headers, whatever their case, and protocol B's channels [notes/names/note/1]", () => {
    expect(defaultServiceName).toBe("svc");
    for (const serviceName of ["svc", "other"]) {
      const request = encodeSignedRequest(compileOperation(usdt.getAssets), {}, { ...sampleSigning, serviceName });
      const names = ["api-key", "timestamp", "api-sign"].map((name) => `${serviceName}-${name}`);
      expect(Object.keys(request.headers)).toEqual(["content-type", ...names]);
      const upper = Object.entries(request.headers).map(([name, value]): [string, string] => [
        name.toUpperCase(),
        value,
      ]);
      const headers = new Headers(upper);
      const header = (name: string): string | undefined => headers.get(name) ?? undefined;
      const signature = decodeRequestSignature({ query: "", header, body: "{}" }, serviceName);
      expect(verifyRequest(createSecretHmac("c708ac3e70d115ec29efbee197330627d7edf842"), signature)).toBe(true);

      const text = encodeChannelSubscribe(channelProtocolChannels.deals, { pair, serviceName });
      expect(text).toContain(`"${serviceName}_sub_spot_${pair}_deals"`);
      const parse = createChannelParser(channelProtocolChannels, serviceName);
      expect(parse(`${serviceName}_sub_spot_${pair}_deals`)).toMatchObject({ kind: "deals", pair });
      expect(parse(`else_sub_spot_${pair}_deals`)).toBeUndefined();
    }
  });
});

describe("frames", () => {
  it("the marker is a character or a byte, by profile; both are read [notes/frames-protocol-a/note/2]", async () => {
    for (const zero of ["0", 0]) {
      expect(read(zero, encodeUtf8(json))).toEqual([json, "plain"]);
    }
    for (const one of ["1", 1]) {
      expect(read(one, deflateSync(json))).toEqual([json, "zlib"]);
    }
    expect(read(0, encodeUtf8(`${json}\n`))[0]).toBe(json);
    const compress = (bytes: Uint8Array): Uint8Array => deflateSync(bytes);
    for (const marker of ["character", "byte"] as const) {
      expect(encodeFrame(json, { marker, compress }).binary).toBe(true);
    }
    expect(encodeFrame(json, { marker: "character" }).binary).toBe(false);
    expect(encodeFrame(json, { marker: "byte", ending: "newline" }).binary).toBe(true);

    const [character, byte] = [await firstData("documented", 1e6), await firstData("deployed", 1e6)];
    expect([character.bytes[0], character.bytes.at(-1)]).toEqual([0x30, 0x7d]);
    expect([byte.bytes[0], byte.bytes.at(-1)]).toEqual([0x00, 0x0a]);
    const [characterOne, byteOne] = [await firstData("documented", 0), await firstData("deployed", 0)];
    expect([characterOne.bytes[0], byteOne.bytes[0]]).toEqual([0x31, 0x01]);
  });

  it("compression is zlib or gzip, told apart by the header [notes/frames-protocol-a/note/3]", async () => {
    expect(read("1", deflateSync(json))).toEqual([json, "zlib"]);
    expect(read("1", gzipSync(json))).toEqual([json, "gzip"]);
    const { bytes, json: heard } = await firstData("deployed", 0);
    expect(Array.from(bytes.subarray(1, 3))).toEqual([0x1f, 0x8b]);
    expect(JSON.parse(gunzipSync(bytes.subarray(1)).toString())).toEqual(heard);
    expect((await firstData("documented", 0)).bytes[1]).toBe(0x78);
  });

  it("errors come bare too, with a code that is text [notes/frames-protocol-a/note/4]", async () => {
    for (const text of bareErrorSamples) {
      const frame = encodeUtf8(text);
      const { bytes, start, end } = decodeFrame(frame, createZlibInflate(), defaultFrameLimits, createFrameBody());
      const { error, ...rest } = JSON.parse(text) as { error: { code: string; msg: string }; channel?: string };
      expect(decodePrefixMessage(bytes, start, end)).toEqual({
        kind: "error",
        code: Number(error.code),
        message: error.msg,
        ...rest,
      });
    }
    for (const [profile, first] of [
      ["deployed", "{"],
      ["documented", "0"],
    ] as const) {
      const conversation = await Conversation.open((await sandboxOf(profile, 256)).pushUrl);
      conversation.say({ sub: "4NONE_USDT_depth" });
      const refusal = await conversation.next();
      expect(String.fromCharCode(refusal.bytes[0] ?? 0)).toBe(first);
      expect(refusal.json).toMatchObject({ channel: "4NONE_USDT_depth", error: { code: "3009" } });
      conversation.say({ ping: 7 });
      const pong = await conversation.next((message) => "pong" in message);
      expect(String.fromCharCode(pong.bytes[0] ?? 0)).toBe(first);
    }
  });

  it("t is 0 for full and 1 for incremental data [notes/frames-protocol-a/note/5]", () => {
    expect(prefixEvent(json)).toMatchObject({ dataKind: "incremental" });
    const full = json.replace('"t":1', '"t":0').replace('"seq":7', '"seq":7,"asks":[]');
    expect(prefixEvent(full)).toMatchObject({ dataKind: "full" });
  });
});

describe("what a client says", () => {
  it("sub is enough; unsub gives back, and nothing acknowledges it [notes/frames-protocol-a/note/6]", async () => {
    expect(decodeClientMessage('{"sub":"x"}')).toEqual(decodeClientMessage(encodeSubscribe("x")));
    expect(encodeUnsubscribe("x")).toBe('{"unsub":"x"}');
    expect(JSON.parse(encodeLogout(sampleSigning.credential))).toEqual({
      apikey: "key",
      sign: expect.stringMatching(/^[0-9a-f]{32}$/),
      unsub: "ALL_ALL_login",
    });

    const conversation = await Conversation.open((await sandboxOf("documented", 256)).pushUrl);
    conversation.say({ sub: `${pair}_depth` });
    await conversation.next((message) => message["t"] === 1);
    conversation.say({ unsub: `${pair}_depth` });
    conversation.say({ ping: 1 });
    await conversation.next((message) => "pong" in message);
    const heard = conversation.heard.length;
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(conversation.heard.length).toBe(heard);
    expect(conversation.heard.every((message) => "topic" in message.json || "pong" in message.json)).toBe(true);
  });

  it("a login may name channel in place of sub, and have no event [notes/frames-protocol-a/note/7]", async () => {
    const sandbox = await sandboxOf("documented", 256);
    const login = JSON.parse(encodeLogin(new Credential(sandbox.credential))) as Record<string, string>;
    expect(Object.keys(login)).toEqual(["apikey", "sign", "sub"]);
    const { sub, ...rest } = login;
    for (const form of [login, { ...rest, channel: sub }, { ...login, event: "addChannel" }]) {
      expect(decodeClientMessage(JSON.stringify(form))).toEqual(decodeClientMessage(JSON.stringify(login)));
      const conversation = await Conversation.open(sandbox.pushUrl);
      conversation.say(form);
      expect((await conversation.next()).json).toMatchObject({
        topic: "ALL_ALL_login",
        d: { result: expect.any(String) },
      });
    }
  });

  it("pings go both ways; two without an answer end the connection; it carries 20 channels [notes/frames-protocol-a/note/8]", async () => {
    const book = await liveBook();
    await book.say('{"ping":17}');
    expect(book.sent.at(-1)).toBe('{"pong":17}');

    const options = { pairs: 21, pingIntervalMs: 400, depthIntervalMs: 1000 } as const;
    const documented = await startSandbox({ ...options, profile: "documented" });
    const deployed = await startSandbox({ ...options, profile: "deployed" });
    onTestFinished(async () => void (await Promise.all([documented.close(), deployed.close()])));
    const controlled = await Conversation.open(documented.pushUrl);
    const answering = await Conversation.open(deployed.pushUrl);
    const silent = await openMuteClient(deployed.pushUrl);
    answering.onMessage = ({ json: { ping } }) => {
      if (ping !== undefined) {
        answering.say({ pong: ping });
      }
    };
    controlled.say({ ping: 5 });
    expect((await controlled.next()).json).toEqual({ pong: 5 });
    await expect.poll(() => silent.heard).toContain("no pong");
    expect(silent.heard.match(/\{"ping":\d+\}/g)).toHaveLength(2);
    expect([controlled.ended, answering.ended]).toEqual([false, false]);
    expect(controlled.controlFrames).toBeGreaterThanOrEqual(2);
    expect(controlled.heard).toHaveLength(1);

    for (const name of documented.pairs) {
      controlled.say({ sub: `${name}_depth` });
    }
    const refusal = await controlled.next((message) => "error" in message);
    expect(refusal.json).toMatchObject({ channel: `${documented.pairs[20]}_depth`, error: { code: "3010" } });
    await expect
      .poll(() => new Set(controlled.heard.map(({ json: { topic } }) => topic).filter(Boolean)).size)
      .toBe(20);
  });
});
