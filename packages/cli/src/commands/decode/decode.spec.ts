import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { deflateSync, gzipSync } from "node:zlib";
import { encodeChannelData, encodePrefixDeal } from "@depthwire/core/internal";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type CommandEnd, runCommandLine } from "../../command-scene.spec-kit.js";
import { exitCodes } from "../../program/exit-codes.js";

const ping = '{"ping":5}';

function frameOf(marker: string, body: Uint8Array | string): Buffer {
  return Buffer.concat([Buffer.from(marker, "latin1"), Buffer.from(body)]);
}

function decoded(bytes: Uint8Array, ...options: readonly string[]): Promise<CommandEnd> {
  return runCommandLine(["decode", "--json", "--hex", Buffer.from(bytes).toString("hex"), ...options]);
}

describe("a sound frame", () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "depthwire-decode-"));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it("is read alike from a file, digits, base64 and a pipe, in any form, without being told", async () => {
    const frame = frameOf("1", deflateSync(ping));
    const [hex, base64] = [frame.toString("hex"), frame.toString("base64")];
    const forms: readonly (string | Buffer)[] = [frame, hex, `0x${hex}\n`, base64, `${base64}\n`];
    const ends = [await runCommandLine(["decode", "--hex", hex]), await runCommandLine(["decode", "--base64", base64])];
    for (const [at, form] of forms.entries()) {
      const file = join(folder, `frame-${at}`);
      await writeFile(file, form);
      ends.push(await runCommandLine(["decode", `frame-${at}`], { workingDirectory: folder }));
      ends.push(await runCommandLine(["decode"], { input: form }));
    }
    for (const { exitCode, out } of ends) {
      expect(exitCode).toBe(exitCodes.done);
      expect(out).toMatch(/2\. marker: the character "1": a compressed body follows/);
      expect(out).toMatch(/3\. zlib: \d+ bytes inflate to 10; the checksum is right/);
      expect(out).toContain('"kind": "ping"');
    }
  });

  it.each([
    ["the character 0", frameOf("0", ping), "plain text"],
    ["the byte 0", frameOf("\u0000", ping), "plain text"],
    ["the byte 1 and gzip", frameOf("\u0001", gzipSync(ping)), "gzip"],
    ["no marker", frameOf("", ping), "none: plain JSON"],
  ])("is read with %s", async (_what, frame, words) => {
    const { exitCode, envelopes } = await decoded(frame);
    expect(exitCode).toBe(exitCodes.done);
    expect(JSON.stringify(envelopes)).toContain(words);
    expect(envelopes).toMatchObject([{ data: { messages: [{ kind: "ping", record: { ms: 5 } }] } }]);
  });

  it("of protocol B, and a subscription of a client, are recognised", async () => {
    const subscribe = await decoded(frameOf("", '{"event":"addChannel","channel":"svc_sub_spot_4BTC_USDT_deals"}'));
    expect(subscribe.envelopes).toMatchObject([
      { data: { protocol: "channel", messages: [{ from: "client", kind: "subscribe" }] } },
    ]);
    const own = await decoded(frameOf("", '{"sub":"4BTC_USDT_depth"}'));
    expect(own.envelopes).toMatchObject([
      { data: { protocol: "prefix", messages: [{ from: "client", channel: "4BTC_USDT_depth" }] } },
    ]);
  });

  it("that is a login shows neither key nor signature", async () => {
    const login = { apikey: "canary-key", sign: "0123456789abcdef0123456789abcdef", sub: "ALL_ALL_login" };
    const { envelopes, err } = await decoded(frameOf("", JSON.stringify(login)));
    expect(envelopes).toMatchObject([{ data: { messages: [{ from: "client", kind: "login" }] } }]);
    const cut = await decoded(frameOf("", JSON.stringify(login).slice(0, -1)));
    expect(cut.exitCode).toBe(exitCodes.damaged);
    expect(JSON.stringify([envelopes, err, cut])).not.toMatch(/canary|0123456789abcdef/);
  });
});

describe("a damaged frame", () => {
  const stream = deflateSync("a text that is long enough to be compressed, to be compressed, to be compressed");
  const flipped = (at: number): Uint8Array => {
    const bytes = frameOf("1", stream);
    bytes[at] = (bytes[at] as number) ^ 0xff;
    return bytes;
  };

  it.each([
    ["an unknown marker", frameOf("7", ping), "frame-unknown-marker", { offset: 0 }],
    ["nothing behind its marker", frameOf("0", ""), "frame-empty", { offset: 1 }],
    ["an unknown compression", frameOf("1", "no stream"), "frame-unknown-compression", { offset: 1 }],
    ["its end missing", frameOf("1", stream.subarray(0, -6)), "frame-truncated", { offset: stream.length - 5 }],
    ["a wrong checksum", flipped(stream.length), "frame-corrupt", { offset: stream.length - 3 }],
    [
      "bytes behind its end",
      frameOf("1", Buffer.concat([stream, stream])),
      "frame-trailing-bytes",
      { offset: stream.length + 1 },
    ],
    ["JSON that breaks off", frameOf("0", '{"ping":'), "json-syntax", { textOffset: 8 }],
    ["no message", frameOf("0", '{"pong":"x"}'), "message-shape", { path: "pong" }],
    [
      "a record of another shape",
      frameOf("0", '{"topic":"4BTC_USDT_deals","t":0,"d":{"a":1}}'),
      "message-shape",
      { path: "d.pair" },
    ],
  ])("with %s is said to be so, with the place and code 3", async (_what, bytes, code, place) => {
    const { exitCode, envelopes, err } = await decoded(bytes);
    expect(exitCode).toBe(exitCodes.damaged);
    expect(envelopes).toMatchObject([
      { kind: "item" },
      { error: { code: "frame-damaged", details: { code, ...place } } },
    ]);
    expect(err).toMatch(/^The frame is damaged/);
  });

  it("is damaged at or before the byte that was changed shows", async () => {
    for (let at = 4; at < stream.length - 4; at += 5) {
      const { envelopes } = await decoded(flipped(at));
      const details = { offset: -1, ...envelopes.at(-1)?.error?.details };
      expect(details.offset).toBeGreaterThanOrEqual(at);
      expect(details.offset).toBeLessThanOrEqual(stream.length + 1);
    }
  });

  it.each([
    [["--hex", "abc"], "usage"],
    [["--base64", "*"], "usage"],
    [["nowhere"], "file-unusable"],
  ])("is another thing than one that cannot be read at all: %j", async (words, code) => {
    const end = await runCommandLine(["decode", ...words, "--json"], { workingDirectory: tmpdir() });
    expect(end.envelopes).toMatchObject([{ error: { code } }]);
  });
});

describe("the record of a frame", () => {
  const deal = { price: "47770.1", quantity: "0.5", side: "buy", tradedAtMs: 1602679943911 } as const;

  it("of protocol A is decoded", async () => {
    const frame = frameOf("1", gzipSync(encodePrefixDeal("4BTC_USDT_deals", deal)));
    const { envelopes, exitCode } = await decoded(frame);
    expect(exitCode).toBe(exitCodes.done);
    expect(envelopes).toMatchObject([
      { data: { messages: [{ channel: "4BTC_USDT_deals", record: { kind: "deals", deals: [deal] } }] } },
    ]);
  });

  it("of protocol B is unpacked and decoded, under the deployment's own name", async () => {
    const channel = "abc_sub_spot_4BTC_USDT_deals";
    const payload = [{ pair: "4BTC_USDT", price: "47770.1", amount: "0.5", side: 1, time: 1602679943911 }];
    const text = encodeChannelData({ channel, dataKind: "full", payload }, deflateSync);
    const { envelopes } = await decoded(frameOf("", text), "--service-name", "abc");
    expect(envelopes).toMatchObject([
      { data: { protocol: "channel", messages: [{ channel, record: { kind: "deals", deals: [deal] } }] } },
    ]);
    const damaged = await decoded(frameOf("", text.replace(/"data":"(.{12})(.)/, '"data":"$1!')));
    expect(damaged).toMatchObject({ exitCode: exitCodes.damaged });
    const stream = deflateSync(JSON.stringify(payload));
    stream[stream.length - 1] = (stream.at(-1) as number) ^ 1;
    const packed = encodeChannelData({ channel, dataKind: "full", payload }, () => stream);
    const { err, envelopes: said } = await decoded(frameOf("", packed), "--service-name", "abc");
    expect(err).toContain(`at byte ${stream.length - 4} of its packed payload`);
    expect(said.at(-1)).toMatchObject({ error: { details: { part: "payload", code: "frame-corrupt" } } });
    const other = await decoded(frameOf("", text));
    expect(other.envelopes.at(-1)).toMatchObject({ error: { details: { code: "unknown-channel" } } });
  });
});
