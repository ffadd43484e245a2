import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { writeCredentialFile } from "@depthwire/node";
import { type Sandbox, startSandbox } from "@depthwire/sandbox";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { type CommandEnd, runCommandLine } from "../../command-scene.spec-kit.js";
import type { ChannelItem } from "../../frames/channel-lines.js";
import { FrameReader } from "../../frames/frame-reader.js";
import { LineQueue } from "../../frames/line-queue.js";
import { scratchDirectory } from "../../recording-scene.spec-kit.js";
import { openShell, openTerminal } from "../../terminal.spec-kit.js";
import { keepPicture } from "../../terminal-picture.spec-kit.js";

let sandbox: Sandbox;
let folder: string;
const ends: (() => Promise<void>)[] = [];

beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, seed: 3, depthIntervalMs: 20, tickIntervalMs: 10, requestsPerWindow: 0 });
  folder = await scratchDirectory((end) => ends.push(end));
  await writeCredentialFile(join(folder, "key.json"), sandbox.credential);
  await writeFile(
    join(folder, "wrong.json"),
    JSON.stringify({ apiKey: sandbox.credential.apiKey, apiSecret: "0".repeat(40) }),
    { mode: 0o600 },
  );
});
afterAll(async () => {
  await sandbox.close();
  for (const end of ends) {
    await end();
  }
});

const tail = (...words: string[]): Promise<CommandEnd> =>
  runCommandLine(["tail", "--venue", sandbox.restUrl, ...words], { workingDirectory: folder, home: folder });

/** Follows a channel until it has said what is waited for, however much it says before. */
async function tailUntil(channel: string, wanted: RegExp): Promise<CommandEnd> {
  const stop = new AbortController();
  let said = "";
  return runCommandLine(["tail", "--venue", sandbox.restUrl, channel], {
    signal: stop.signal,
    onOut: (text) => {
      said += text;
      if (wanted.test(said)) {
        stop.abort();
      }
    },
  });
}

describe("what a channel says", () => {
  it.each(["prefix", "channel"])("is decoded, one item a message, over protocol %s", async (protocol) => {
    const { envelopes, exitCode } = await tail("depth:4BTC_USDT", "--protocol", protocol, "--count", "3", "--json");
    const items = envelopes.map(({ data }) => data as ChannelItem);
    expect(exitCode).toBe(0);
    expect(items.map(({ event }) => event.kind === "depth" && event.depth.kind)).toEqual([
      "snapshot",
      "update",
      "update",
    ]);
    expect(items[0]).toMatchObject({ event: { pair: "4BTC_USDT", depth: { asks: expect.any(Array) } } });
    expect(items[0]?.channel).toMatch(/4BTC_USDT_depth$/);
    expect(items[0]?.receivedAtMs).toBeGreaterThan(0);
  });

  it.each([
    ["deals:4BTC_USDT", / deals:4BTC_USDT {2}(buy |sell) +[\d.]+ at [\d.]+ /],
    ["kline:4BTC_USDT:1min", / kline:4BTC_USDT:1min {2}\d{4}-\d\d-\d\d \d\d:\d\d:00 {2}open [\d.]+ {2}high /],
    ["ticker:4BTC_USDT", / ticker:4BTC_USDT {2}last [\d.]+ {2}bid [\d.]+ {2}ask [\d.]+ /],
    ["4BTC_USDT_depth", / depth:4BTC_USDT {2}seq \d+ {2}snapshot of \d+ bids and \d+ asks /],
  ])("is a line for people: time, channel, content (%s)", async (channel, line) => {
    const { out, err, exitCode } = await tailUntil(channel, line);
    expect({ err, exitCode }).toEqual({ err: "", exitCode: 0 });
    for (const one of out.trimEnd().split("\n")) {
      expect(one).toMatch(/^\d\d:\d\d:\d\d\.\d{3} /);
    }
  });

  it("is as many lines as are wanted: of a list that comes first, the newest", async () => {
    await tailUntil("deals:4BTC_USDT", /(?: at .*\n.*){4}/);
    const { out } = await tail("deals:4BTC_USDT", "--count", "3");
    expect(out.trimEnd().split("\n")).toEqual([1, 2, 3].map(() => expect.stringMatching(/ at [\d.]+ .*before$/)));
  });

  it("is a line too where there is nothing yet: trades of a market in which nobody has traded", async () => {
    await using quiet = await startSandbox({ pairs: ["4BTC_USDT"], tickIntervalMs: 60_000, requestsPerWindow: 0 });
    const { out } = await tail("deals:4BTC_USDT", "--venue", quiet.restUrl, "--count", "1");
    expect(out).toMatch(/^\S+ deals:4BTC_USDT {2}no deals yet\n$/);
  });

  it("is the JSON text as it came, or the frame's bytes", async () => {
    const raw = await tail("depth:4BTC_USDT", "--raw", "--count", "2");
    const topics = raw.out
      .trim()
      .split("\n")
      .map((line) => (JSON.parse(line) as { topic: string }).topic);
    expect(topics).toEqual(["4BTC_USDT_depth", "4BTC_USDT_depth"]);
    const hex = await tail("depth:4BTC_USDT", "--hex", "--count", "1");
    const { messages } = new FrameReader().read(Buffer.from(hex.out.trim(), "hex"));
    expect(messages).toMatchObject([{ kind: "depth", pair: "4BTC_USDT", dataKind: "full" }]);
  });

  it("of the account takes a key, and says whose", async () => {
    const { envelopes, err, exitCode } = await tail(
      "private",
      "--credential",
      join(folder, "key.json"),
      "--count",
      "3",
      "--json",
    );
    expect({ exitCode, err }).toEqual({ exitCode: 0, err: `The key is that of ${join(folder, "key.json")}.\n` });
    const kinds = envelopes
      .map(({ data }) => (data as ChannelItem).event)
      .map((event) => event.kind === "private" && event.event.kind);
    expect(kinds).toEqual(expect.arrayContaining(["all-assets", "all-positions", "all-orders"]));
  });
});

describe("what is refused", () => {
  it.each([
    [["depth:4BTC_UDST"], 2, "unknown-pair", "Did you mean 4BTC_USDT?"],
    [["kline:4BTC_USDT:1m"], 2, "unknown-period", "Did you mean 1min?"],
    [["depht:4BTC_USDT"], 2, "unknown-channel", "Did you mean depth:4BTC_USDT?"],
    [["depth:4BTC_USDT", "--count", "0"], 2, "usage", "tail --help"],
    [["private"], 7, "no-key", "key put"],
    [["private", "--credential", "wrong.json"], 4, undefined, undefined],
    [["depth:4BTC_USDT", "--venue", "http://127.0.0.1:9"], 6, undefined, undefined],
  ] as const)("%j ends with %i", async (words, exitCode, code, remedy) => {
    const typed = words.map((word) => (word === "wrong.json" ? join(folder, word) : word));
    const end = await tail(...typed, "--json");
    expect(end.exitCode).toBe(exitCode);
    expect(end.envelopes.at(-1)).toMatchObject({ kind: "error", exitCode });
    const error = end.envelopes.at(-1)?.error;
    expect(error?.code).toEqual(code ?? expect.any(String));
    expect(`${error?.message} ${error?.remedy}`).toContain(remedy ?? "");
  });
});

describe("in a terminal", () => {
  it("runs until Ctrl-C, and ends with 0", async () => {
    const size = { columns: 140, rows: 30 };
    const terminal = openTerminal(["tail", "deals:4BTC_USDT", "ticker:4BTC_USDT", "--venue", sandbox.restUrl], {
      size,
    });
    onTestFinished(() => terminal[Symbol.asyncDispose]());
    await terminal.waitFor(({ lines }) => lines.filter((line) => line.includes(" at ")).length > 15);
    keepPicture("tail", terminal.picture());
    terminal.interrupt();
    expect(await terminal.ended).toMatchObject({ exitCode: 0 });
    expect(terminal.screen().text).not.toMatch(/error|Error/);
  });

  it("ends when its reader goes away", async () => {
    const line = `depthwire tail depth:4BTC_USDT --raw --venue ${sandbox.restUrl} | head -c 100; echo; echo over`;
    const terminal = openShell(line);
    onTestFinished(() => terminal[Symbol.asyncDispose]());
    const { text } = await terminal.waitFor((screen) => screen.text.includes("over"));
    expect(text).toContain('{"topic":"4BTC_USDT_depth"');
    expect(text).not.toMatch(/EPIPE|Error/);
  });
});

it("of what waits for a slow reader the older half is dropped, and the drop is said in its place", async () => {
  const queue = new LineQueue(4);
  const written: string[] = [];
  for (const word of ["a", "b", "c", "d", "e", "f"]) {
    queue.push({ write: () => written.push(word) });
  }
  queue.close();
  await queue.drain(
    async () => {},
    (lines) => written.push(`${lines} dropped`),
    Number.POSITIVE_INFINITY,
  );
  expect(written).toEqual(["2 dropped", "c", "d", "e", "f"]);
});
