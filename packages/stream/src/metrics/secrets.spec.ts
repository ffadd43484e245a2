import { Credential, channelLoginStringToSign, type Logger, prefixLoginStringToSign, sign } from "@depthwire/core";
import { encodeChannelLogin, encodeLogin, encodeLogout, redacted, redactingLogger } from "@depthwire/core/internal";
import { fakeClock } from "@depthwire/testkit";
import { describe, expect, test } from "vitest";
import { createEngine } from "../engine/create-engine.js";
import { tapWire, type WireTap } from "../sockets/wire-tap.js";
import { FakeNetwork } from "../spec-kit/fake-network.spec-kit.js";
import { FakeThreads } from "../spec-kit/fake-thread.spec-kit.js";
import { createSpecInflate } from "../spec-kit/zlib-inflate.spec-kit.js";

const apiKey = "canary-key-0123456789";
const apiSecret = "c708ac3e70d115ec29efbee197330627d7edf842";
const credential = new Credential({ apiKey, apiSecret });
const signature = sign(credential, prefixLoginStringToSign(apiKey));
const secrets = [apiKey, apiSecret, signature, sign(credential, channelLoginStringToSign(apiKey, "svc"))];

const expectClean = (texts: readonly string[]) => {
  for (const secret of secrets) {
    expect(texts.filter((text) => text.includes(secret))).toEqual([]);
  }
};

describe("a redacting logger", () => {
  const lines: string[] = [];
  const logger = redactingLogger({ log: (...line) => lines.push(JSON.stringify(line)) });
  logger.hide(credential);

  test.each([
    ["a login", encodeLogin(credential)],
    ["a logout", encodeLogout(credential)],
    ["a login of protocol B", encodeChannelLogin(credential, "svc")],
    ["a signature in a sentence", `refused: ${signature}.`],
    ["a secret in a sentence", `the secret was ${apiSecret}`],
    ["a form", `cmds=%5B%5D&apikey=${apiKey}&sign=${signature}`],
    ["an address with a password", "wss://user:pass-of-a-spec@host/path"],
    ["a known key in a sentence", `the key ${apiKey} is not allowed`],
  ])("lets no part of %s pass, wherever it stands", (_, text) => {
    lines.length = 0;
    logger.log("info", "spec", { cause: text, count: 1 });
    logger.log("warn", text, { [text]: "value" });
    expectClean(lines);
    expect(lines.join()).not.toContain("pass-of-a-spec");
    expect(JSON.parse(lines[0] ?? "")).toEqual(["info", "spec", { cause: redacted, count: 1 }]);
  });

  test.each(["apiKey", "svc-api-key", "api_secret", "sign", "svc-api-sign", "signature", "password", "Authorization"])(
    "hides what a field %s holds, whatever it looks like",
    (name) => {
      lines.length = 0;
      logger.log("info", "spec", { [name]: "plain", other: "plain" });
      expect(JSON.parse(lines[0] ?? "")[2]).toEqual({ [name]: redacted, other: "plain" });
    },
  );

  test("passes everything else on, and cuts what is too long", () => {
    lines.length = 0;
    const fields = { pair: "4BTC_USDT", status: "live", seq: 188_236, isFresh: true, design: "x".repeat(600) };
    logger.log("debug", "book-status", fields);
    const design = `${"x".repeat(500)}…`;
    expect(JSON.parse(lines[0] ?? "")).toEqual(["debug", "book-status", { ...fields, design }]);
  });
});

describe.each(["prefix", "channel"] as const)("an engine over protocol %s", (protocol) => {
  test("shows its tap every message, and no secret; nor does its log", async () => {
    const clock = fakeClock();
    const network = new FakeNetwork();
    const texts: string[] = [];
    const wireTap: WireTap = {
      connecting: (connection, address) => texts.push(`${connection} connecting ${address}`),
      inbound: (connection, bytes) => texts.push(`${connection} in ${new TextDecoder().decode(bytes)}`),
      outbound: (connection, text) => texts.push(`${connection} out ${text}`),
      closed: (connection, code) => texts.push(`${connection} closed ${code}`),
    };
    const logger: Logger = { log: (...line) => texts.push(JSON.stringify(line)) };
    const shard = { openSocket: network.openSocket, createInflate: createSpecInflate };
    const addresses = ["ws://user:pass-of-a-spec@one/cbu?token=token-of-a-spec"];
    const engine = createEngine({ addresses, protocol }, { clock, random: () => 0.5, shard, logger, wireTap });
    engine.login(credential);
    network.last.open();
    network.last.bytes(new TextEncoder().encode('{"ping":5}'));
    network.last.end();
    const deals = engine.deals("4BTC_USDT");
    await clock.advanceAndSettle(0);
    network.last.open();
    await clock.advanceAndSettle(0);
    deals.close();
    await clock.advanceAndSettle(0);
    await engine.close();
    expectClean(texts);
    expect(texts.join("\n")).not.toMatch(/pass-of-a-spec|token-of-a-spec/);
    const channel = protocol === "prefix" ? "4BTC_USDT_deals" : "svc_sub_spot_4BTC_USDT_deals";
    expect(texts.filter((text) => /^[12] /.test(text))).toEqual([
      "1 connecting ws://one/cbu",
      "1 out [login withheld]",
      '1 in {"ping":5}',
      '1 out {"pong":5}',
      "1 closed 1006",
      "2 connecting ws://one/cbu",
      expect.stringMatching(`^2 out .*"addChannel".*"${channel}"`),
      expect.stringMatching(`^2 out .*"${channel}"`),
    ]);
  });
});

test("what nobody knows is withheld", () => {
  const network = new FakeNetwork();
  const texts: string[] = [];
  const tap = { inbound: () => {}, outbound: (_: number, text: string) => texts.push(text) };
  const handlers = { opened: () => {}, message: () => {}, controlFrame: () => {}, closed: () => {} };
  const socket = tapWire(network.openSocket, tap)("ws://one", handlers);
  for (const text of [`key ${apiKey}`, `{"what":"${apiKey}"}`, '{"sub":"4BTC_USDT_depth","note":"x"}']) {
    socket.send(text);
  }
  expect(texts).toEqual(["[unknown withheld]", "[unknown withheld]", '{"event":"addChannel","sub":"4BTC_USDT_depth"}']);
  expect(network.last.sent).toHaveLength(3);
});

test("a tap cannot follow connections into threads, so it is refused there", () => {
  const clock = fakeClock();
  const network = new FakeNetwork();
  const shard = { openSocket: network.openSocket, createInflate: createSpecInflate };
  const threads = new FakeThreads({ clock, random: () => 0.5, ...shard }, "none");
  const wireTap = { inbound: () => {}, outbound: () => {} };
  const ports = { clock, random: () => 0.5, shard, startThread: threads.start, wireTap };
  expect(() => createEngine({ addresses: ["ws://one"], shards: 1 }, ports)).toThrow(
    expect.objectContaining({ code: "option-invalid", details: expect.objectContaining({ option: "wireTap" }) }),
  );
});
