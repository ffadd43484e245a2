import { chmod, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { deflateSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type CommandEnd, runCommandLine, type SceneOptions } from "../command-scene.spec-kit.js";
import { scratchDirectory } from "../recording-scene.spec-kit.js";
import { Transcript } from "../transcript.spec-kit.js";

const apiKey = "canary-key-0001";
const apiSecret = "canary-secret-0002";
let home: string;
const ends: (() => Promise<void>)[] = [];

beforeAll(async () => {
  home = await scratchDirectory((end) => ends.push(end));
  await writeFile(join(home, "key.json"), JSON.stringify({ apiKey, apiSecret }), { mode: 0o600 });
  await writeFile(join(home, "words"), "correct horse battery\n", { mode: 0o600 });
  await writeFile(join(home, "open.json"), JSON.stringify({ apiKey, apiSecret }));
  await chmod(join(home, "open.json"), 0o644);
  await writeFile(join(home, "half.json"), JSON.stringify({ apiKey }), { mode: 0o600 });
  await writeFile(join(home, "body"), '{"a":1}');
  await writeFile(join(home, "latin1"), new Uint8Array([0xff, 0xfe]));
});
afterAll(async () => {
  for (const end of ends) {
    await end();
  }
});

const run = (argv: readonly string[], options: SceneOptions = {}): Promise<CommandEnd> =>
  runCommandLine(argv, { home, workingDirectory: home, ...options });

const transcript = (): Transcript => new Transcript({ [home]: "<home>" }, "fixed");

it("keys and limits that are kept: what is said of them, word for word, and never the secret", async () => {
  const told = transcript();
  let said = "";
  const key = async (words: readonly string[], options?: SceneOptions): Promise<void> => {
    const { out, err } = await told.say(run, ["key", ...words], options);
    said += out + err;
  };
  await key(["list"]);
  await key(["list", "--json"]);
  await key(["remove"]);
  await key(["put"], { input: `${apiKey}\n${apiSecret}\n` });
  await key(["put", "--account", "second", "--from", "key.json", "--json"]);
  await key(["put", "--account", "sealed", "--from", "key.json", "--passphrase-file", "words"]);
  await key(["put", "--account", "typed", "--seal"], { answers: [apiKey, apiSecret, "a b c d e", "a b c d e"] });
  await key(["put", "--account", "typed", "--seal"], { answers: [apiKey, apiSecret, "one", "other"] });
  await key(["put", "--account", "none"], { input: "" });
  await key(["put", "--account", "half"], { input: `${apiKey}\n` });
  await key(["put", "--account", "../x"], { input: `${apiKey}\n${apiSecret}\n` });
  for (const file of ["open.json", "half.json", "nothing.json", "body"]) {
    await key(["put", "--account", "file", "--from", file]);
  }
  await key(["list"]);
  await key(["list", "--json"]);
  await key(["seal", "--passphrase-file", "words"]);
  await key(["seal", "--account", "nobody"]);
  await key(["unseal"], { answers: ["wrong"] });
  await key(["unseal"], { answers: [""] });
  await key(["unseal", "--passphrase-file", "words", "--json"]);
  await key(["unseal", "--account", "nobody"]);
  await key(["remove", "--account", "second"]);
  await key(["remove", "--account", "second"], { answers: ["n"] });
  await key(["remove", "--account", "second"], { answers: ["y"] });
  await key(["remove", "--account", "second", "--yes", "--json"]);
  await key(["limits"]);
  await key(["limits", "--max-value", "500"]);
  await key(["limits", "--max-quantity", "2", "--json"]);
  await key(["limits"]);
  await key(["limits", "--max-value", "-1"]);
  await key(["limits", "--none"]);
  await writeFile(join(home, ".depthwire", "limits.json"), '{"maxValue":5}');
  await key(["limits"]);
  await writeFile(join(home, ".depthwire", "limits.json"), '{"max":"5"}');
  await key(["limits"]);
  await writeFile(join(home, ".depthwire", "limits.json"), "[]");
  await key(["limits", "--json"]);
  await key(["limits", "--none"]);
  await told.expectToBe("keys");
  expect(said).not.toMatch(/canary|correct horse|a b c d e/);
});

it("signatures and how they came about, word for word", async () => {
  const told = transcript();
  const sign = (words: readonly string[], options?: SceneOptions) =>
    told.say(run, ["sign", ...words, "--credential", "key.json"], options);
  const headers = ["--body", '{"a":1}', "--timestamp", "1602679943911"];
  for (const words of [
    headers,
    [...headers, "--explain"],
    [...headers, "--explain", "--json"],
    ["--body", "@body", "--timestamp", "1602679943911"],
    ["--body", "@nothing", "--timestamp", "1602679943911"],
    ["--body", "@latin1", "--timestamp", "1602679943911"],
    ["--timestamp", "1602679943911", "--explain"],
    ["--scheme", "prefix-login", "--explain"],
    ["--scheme", "channel-login", "--service-name", "abc", "--explain"],
    ["--scheme", "batch-query", "--commands", '[{"cmd":"x"}]', "--explain"],
    ["--scheme", "batch-query", "--commands", "[]", "--compare", "0123456789abcdef0123456789abcdef"],
    [...headers, "--compare", "0123456789ABCDEF0123456789abcdef"],
    [...headers, "--compare", "x"],
    [...headers, "--compare", "4f8e", "--json"],
    ["--scheme", "prefix-login", "--body", "x"],
    ["--scheme", "prefix-login", "--timestamp", "5"],
    ["--scheme", "batch-query"],
    ["--scheme", "batch-query", "--commands", "[]", "--body", "x"],
    ["--commands", "[]"],
    ["--body", "-", "--ask"],
    ["--timestamp", "soon"],
    ["--timestamp", "-1"],
    ["--ask"],
  ]) {
    await sign(words);
  }
  await sign([...headers.slice(2), "--body", "-"], { input: '{"a":2}' });
  await told.say(run, ["sign", ...headers], { environment: { HOME: home } });
  await told.say(run, ["sign", ...headers, "--credential", "open.json"]);
  await told.say(run, ["sign", ...headers, "--credential", "half.json"]);
  await told.say(run, ["sign", ...headers, "--credential", "nothing.json"]);
  await told.say(run, ["sign", ...headers, "--account", "nobody"]);
  expect(await told.expectToBe("signatures")).not.toContain(apiSecret);
});

it("frames taken apart, sound and damaged, word for word", async () => {
  const told = transcript();
  const frame = (marker: string, body: Uint8Array | string): Buffer =>
    Buffer.concat([Buffer.from(marker, "latin1"), Buffer.from(body)]);
  const depth = JSON.stringify({
    topic: "4BTC_USDT_depth",
    t: 0,
    d: { pair: "4BTC_USDT", ut: 5, seq: 1, asks: [["1", "3"]], bids: [["1", "2"]] },
  });
  const packed = (text: string): Buffer => deflateSync(text, { level: 0 });
  const zipped = gzipSync('{"ping":5}', { level: 0 });
  // The system that packed it: unknown.
  zipped[9] = 0xff;
  const whole = frame("1", packed(depth));
  const changed = Buffer.from(whole);
  changed[whole.length - 2] = (changed[whole.length - 2] ?? 0) ^ 1;
  const broken = Buffer.from(whole);
  broken[3] = 0xff;
  const channel = [
    { channel: "svc_sub_spot_4BTC_USDT_deals", binary: "0", data_type: 1, data: [] },
    { event: "addChannel", channel: "svc_sub_spot_4BTC_USDT_deals" },
  ];
  const frames: readonly (readonly [Uint8Array, ...string[]])[] = [
    [whole],
    [whole, "--json"],
    [frame("0", depth)],
    [frame("\u0000", '{"ping":5}')],
    [frame("\u0001", zipped)],
    [frame("", '{"ping":5}')],
    [frame("", '{"sub":"4BTC_USDT_depth"}')],
    [frame("", '{"apikey":"canary","sign":"0123456789abcdef0123456789abcdef","sub":"ALL_ALL_login"}')],
    [frame("", JSON.stringify(channel[0]))],
    [frame("", JSON.stringify([channel[0]])), "--json"],
    [frame("", JSON.stringify(channel[1])), "--protocol", "channel"],
    [frame("", JSON.stringify(channel[1])), "--protocol", "prefix"],
    [changed],
    [changed, "--json"],
    [broken],
    [whole.subarray(0, -3)],
    [whole.subarray(0, 4)],
    [Buffer.concat([whole, Buffer.from("xy")])],
    [frame("2", "x")],
    [frame("1", "x")],
    [frame("0", '{"topic":"4BTC_USDT_depth","t":0,"d":{"pair":"4BTC_USDT","asks":[["x","1"]]}}')],
    [frame("0", '{"topic":"4BTC_USDT_depth","t":0,"d":{"pair":')],
    [frame("0", "nothing")],
    [Buffer.alloc(0)],
  ];
  for (const [bytes, ...words] of frames) {
    await told.say(run, ["decode", "--hex", Buffer.from(bytes).toString("hex"), ...words]);
  }
  await told.say(run, ["decode", "--base64", whole.toString("base64")]);
  await told.say(run, ["decode", "--base64", "*"]);
  await told.say(run, ["decode", "--hex", "abc"]);
  await told.say(run, ["decode", "--hex", "0x7b 7d"]);
  await told.say(run, ["decode", "body", "--hex", "00"]);
  await told.say(run, ["decode", "body", "--base64", "00"]);
  await told.say(run, ["decode", "nothing"]);
  await told.say(run, ["decode", "latin1"]);
  await told.say(run, ["decode"], { answers: [] });
  await told.say(run, ["decode"], { input: "30 7b 22 70 69 6e 67 22 3a 35 7d" });
  await told.say(run, ["decode", "--as", "bytes"], { input: "307b" });
  await told.say(run, ["decode", "--as", "base64"], { input: '0{"ping":5}' });
  await told.expectToBe("frames");
});
