import { cp, mkdir, readdir, readFile, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { writeCredentialFile } from "@depthwire/node";
import { type Sandbox, startSandbox } from "@depthwire/sandbox";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import type { BookItem } from "../../books/tell-views.js";
import { type CommandEnd, runCommandLine } from "../../command-scene.spec-kit.js";
import type { ChannelItem } from "../../frames/channel-lines.js";
import { scratchDirectory } from "../../recording-scene.spec-kit.js";
import type { InspectedRecording } from "../../recordings/inspect-recording.js";
import { openTerminal } from "../../terminal.spec-kit.js";
import { keepPicture } from "../../terminal-picture.spec-kit.js";

let sandbox: Sandbox;
let folder: string;
/** What one recorder told, second by second, and its end. */
let recorded: CommandEnd;
const ends: (() => Promise<void>)[] = [];
const at = (...words: string[]): Promise<CommandEnd> =>
  runCommandLine(words, { workingDirectory: folder, home: folder, environment: { DEPTHWIRE_VENUE: sandbox.restUrl } });

beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, seed: 5, depthIntervalMs: 20, tickIntervalMs: 10, requestsPerWindow: 0 });
  folder = await scratchDirectory((end) => ends.push(end));
  await writeCredentialFile(join(folder, "key.json"), sandbox.credential);
  const channels = ["--channels", "depth,deals,ticker,kline:1min"];
  const account = ["--private", "--credential", join(folder, "key.json")];
  const words = ["record", "rec", "4BTC_USDT", "4ETH_USDT", ...channels, ...account, "--json"] as const;
  recorded = await recordUntil(
    ({ channels: kept }, said) =>
      kept.length === 9 &&
      kept.filter(({ kind }) => kind === "depth").every(({ frames }) => frames > 50) &&
      said.includes('"liveBooks":2'),
    ...words,
  );
});
afterAll(async () => {
  await sandbox.close();
  for (const end of ends) {
    await end();
  }
});

/** Records until there is enough, and ends it as Ctrl-C does. @param isEnough gets what stands on standard output too */
async function recordUntil(
  isEnough: (so: InspectedRecording, said: string) => boolean,
  ...words: readonly [command: string, directory: string, ...string[]]
): Promise<CommandEnd> {
  const stop = new AbortController();
  let said = "";
  const recording = runCommandLine(words, {
    workingDirectory: folder,
    home: folder,
    environment: { DEPTHWIRE_VENUE: sandbox.restUrl },
    signal: stop.signal,
    onOut: (text) => {
      said += text;
    },
  });
  const ended = new AbortController();
  void recording.finally(() => ended.abort());
  const look = async (): Promise<boolean> => {
    // Until the first segment is there nothing is told of it.
    const so: InspectedRecording | undefined = await inspected(words[1]);
    return so !== undefined && isEnough(so, said);
  };
  while (!ended.signal.aborted && !(await look())) {
    await pause(200);
  }
  stop.abort();
  return recording;
}

async function inspected(directory: string): Promise<InspectedRecording> {
  return (await at("inspect", directory, "--json")).envelopes[0]?.data as InspectedRecording;
}

describe("record", () => {
  it("writes every chosen channel of every pair, and says what came of it", async () => {
    expect(recorded.exitCode).toBe(0);
    const books = expect.objectContaining({ liveBooks: 2, books: 2 });
    expect(recorded.envelopes).toContainEqual({ kind: "item", command: "record", data: books });
    expect(recorded.envelopes.at(-1)).toMatchObject({ kind: "result", data: { directory: "rec" } });
    const { channels, frames, damaged, torn } = await inspected("rec");
    expect({ damaged, torn }).toEqual({ damaged: [], torn: [] });
    expect(recorded.envelopes.at(-1)?.data).toMatchObject({ frames });
    const kinds = channels.map(({ kind, pair }) => `${kind} ${pair}`.trim());
    const wanted = ["depth", "deals", "ticker", "kline"].flatMap((kind) => [`${kind} 4BTC_USDT`, `${kind} 4ETH_USDT`]);
    expect(kinds.sort()).toEqual([...wanted, "private"].sort());
  });

  it("goes behind a recording that is there, and takes its lock away", async () => {
    await cp(join(folder, "rec"), join(folder, "again"), { recursive: true });
    const end = await recordUntil(({ runs }) => runs.length === 2, "record", "again", "4BTC_USDT");
    expect(end).toMatchObject({ exitCode: 0, err: expect.stringContaining("this run goes behind it") });
    expect((await inspected("again")).runs).toHaveLength(2);
    expect(await readdir(join(folder, "again"))).not.toContain("recording.lock");
  });

  it.each([
    ["wrong", ["4BTC_UDST"], 2, "Did you mean 4BTC_USDT?"],
    ["wrong", ["4BTC_USDT", "--channels", "depht"], 2, "Did you mean depth:4BTC_USDT?"],
    ["wrong", ["4BTC_USDT", "--channels", "kline:1m"], 2, "Did you mean 1min?"],
    ["wrong", ["4BTC_USDT", "--for", "never"], 2, "500ms, 10s"],
    ["key.json", ["4BTC_USDT"], 1, "it is a file"],
    ["key.json/in-it", ["4BTC_USDT"], 1, "a part of its path is a file"],
    ["other-things", ["4BTC_USDT"], 1, "holds other things: notes.txt"],
    ["busy", ["4BTC_USDT"], 1, `Process ${process.pid} records into busy`],
  ])("into %s of %j is refused: nothing is recorded", async (directory, words, exitCode, remedy) => {
    await mkdir(join(folder, "other-things"), { recursive: true });
    await writeFile(join(folder, "other-things", "notes.txt"), "");
    await mkdir(join(folder, "busy"), { recursive: true });
    await writeFile(join(folder, "busy", "recording.lock"), `${process.pid}\n`);
    const end = await at("record", directory, ...words);
    expect(end).toMatchObject({ exitCode, out: "", err: expect.stringContaining(remedy) });
    const made = ["other-things", "busy"].includes(directory) ? await readdir(join(folder, directory)) : [];
    expect([...(await readdir(folder)), ...made]).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/wrong|dwrec/)]),
    );
  });

  it("does not mind the lock of a process that was killed", async () => {
    await mkdir(join(folder, "killed"));
    // No process has this number.
    await writeFile(join(folder, "killed", "recording.lock"), `${2 ** 22 + 1}\n`);
    expect(await at("record", "killed", "4BTC_USDT", "--for", "300ms")).toMatchObject({ exitCode: 0 });
  });

  it("shows rates and sizes on one line of a terminal, and ends on Ctrl-C with a whole recording", async () => {
    const words = ["record", "typed", "4BTC_USDT", "4ETH_USDT", "--venue", sandbox.restUrl];
    const terminal = openTerminal(words, { workingDirectory: folder, size: { columns: 100, rows: 8 } });
    onTestFinished(() => terminal[Symbol.asyncDispose]());
    const { lines } = await terminal.waitFor(({ text }) => /live 2\/2 .* [1-9]\d*\/s/.test(text));
    keepPicture("record", terminal.picture());
    expect(lines.filter((line) => line !== "")).toHaveLength(1);
    terminal.interrupt();
    expect(await terminal.ended).toMatchObject({ exitCode: 0 });
    expect(terminal.screen().text).toMatch(/^Recorded [\d,]+ frames, [\d.]+ MB in 1 segment, in typed\.$/m);
    expect(await inspected("typed")).toMatchObject({ damaged: [], torn: [], segments: 1 });
  });

  it("is shown by inspect in a narrow terminal too", async () => {
    const terminal = openTerminal(["inspect", "rec"], { workingDirectory: folder, size: { columns: 40, rows: 24 } });
    onTestFinished(() => terminal[Symbol.asyncDispose]());
    expect(await terminal.ended).toMatchObject({ exitCode: 0 });
    keepPicture("inspect-40", terminal.picture());
    expect(terminal.screen().text).toMatch(/depth:4BTC_USDT +\d+/);
  });
});

describe("replay", () => {
  const items = ({ envelopes }: CommandEnd): ChannelItem[] =>
    envelopes.filter(({ kind }) => kind === "item").map(({ data }) => data as ChannelItem);

  it("shows every message that was recorded, with the times of the recording", async () => {
    const { channels } = await inspected("rec");
    const end = await at("replay", "rec", "--speed", "max", "--json");
    expect(end).toMatchObject({ exitCode: 0, err: "" });
    expect(end.envelopes.at(-1)).toMatchObject({ kind: "result", data: { ended: "ended", unreadable: 0 } });
    for (const { channel, frames, firstMs, lastMs } of channels.filter(({ kind }) => kind !== "private")) {
      const shown = items(end).filter((item) => item.channel === channel);
      expect({ channel, shown: shown.length }).toEqual({ channel, shown: frames });
      expect([shown[0]?.receivedAtMs, shown.at(-1)?.receivedAtMs]).toEqual([firstMs, lastMs]);
    }
  });

  it("shows every state of a book as book does, and fewer only with --conflate", async () => {
    const { channels } = await inspected("rec");
    const frames = channels.find(({ channel }) => channel === "4BTC_USDT_depth")?.frames ?? 0;
    const end = await at("replay", "rec", "4BTC_USDT", "--as", "book", "--speed", "max", "--json");
    const live = end.envelopes.map(({ data }) => data as BookItem).filter(({ status }) => status === "live");
    expect(new Set(live.map(({ seq }) => seq)).size).toBe(frames);
    expect(live[0]?.asks).toHaveLength(10);
    const conflated = await at("replay", "rec", "4BTC_USDT", "--as", "book", "--speed", "max", "--json", "--conflate");
    expect(conflated.exitCode).toBe(0);
    expect(conflated.envelopes.length).toBeLessThanOrEqual(end.envelopes.length);
  });

  it("takes its time at a speed, begins and ends where it is told, and stops after --count", async () => {
    const whole = items(await at("replay", "rec", "depth:4BTC_USDT", "--speed", "max", "--json"));
    const [from = 0, until = 0] = [0.25, 0.75].map((part) => whole[Math.floor(whole.length * part)]?.receivedAtMs);
    const startedMs = performance.now();
    const times = ["--from", String(from), "--until", new Date(until).toISOString()];
    const part = await at("replay", "rec", "depth:4BTC_USDT", ...times, "--speed", "2", "--json");
    expect(performance.now() - startedMs).toBeGreaterThan(((until - from) / 2) * 0.9);
    expect(part.envelopes.at(-1)).toMatchObject({ data: { ended: "until" } });
    const shown = items(part).map(({ receivedAtMs }) => receivedAtMs);
    expect(Math.min(...shown)).toBeGreaterThanOrEqual(from);
    expect(Math.max(...shown)).toBeLessThanOrEqual(until);
    expect(shown.length).toBeGreaterThan(0);
    expect(shown.length).toBeLessThan(whole.length);
    const few = await at("replay", "rec", "--speed", "max", "--count", "3", "--raw");
    expect(
      few.out
        .trim()
        .split("\n")
        .map((line) => typeof JSON.parse(line)),
    ).toEqual(["object", "object", "object"]);
  });

  it.each([
    [["rec", "deals:4BTC_UDST"], 2, "Did you mean deals:4BTC_USDT?"],
    [["rec", "4LTC_USDT", "--as", "book"], 2, "The recording has no pair 4LTC_USDT"],
    [["rec", "--speed", "0"], 2, "above 0, or max"],
    [["rec", "--from", "yesterday"], 2, "a time such as"],
    [["nowhere"], 2, "no such directory"],
    [["other-things"], 2, "notes.txt"],
  ] as const)("of %j is refused", async (words, exitCode, remedy) => {
    await mkdir(join(folder, "other-things"), { recursive: true });
    await writeFile(join(folder, "other-things", "notes.txt"), "");
    expect(await at("replay", ...words)).toMatchObject({ exitCode, out: "", err: expect.stringContaining(remedy) });
  });

  it("ends with 3 at damage, which it names, behind everything that stands before it", async () => {
    const path = join(folder, "damaged");
    await cp(join(folder, "rec"), path, { recursive: true });
    const file = join(path, "00000001.dwrec");
    const bytes = await readFile(file);
    bytes.fill(0xff, Math.floor(bytes.length / 2), Math.floor(bytes.length / 2) + 64);
    await writeFile(file, bytes);
    const end = await at("replay", "damaged", "--speed", "max", "--json");
    const { damaged } = await inspected("damaged");
    expect(end.exitCode).toBe(3);
    expect(end.envelopes.at(-1)).toMatchObject({
      kind: "error",
      error: { code: "recording-corrupt", details: { offset: damaged[0]?.offset } },
    });
    expect(items(end).length).toBeGreaterThan(10);
    const torn = join(folder, "torn");
    await cp(join(folder, "rec"), torn, { recursive: true });
    await Promise.all(
      (await readdir(torn)).filter((name) => name.endsWith(".dwi")).map((name) => writeFile(join(torn, name), "")),
    );
    await truncate(join(torn, "00000001.dwrec"), bytes.length - 7);
    expect(await at("replay", "torn", "--speed", "max", "--json")).toMatchObject({ exitCode: 0 });
  });

  it("draws the ladder in a terminal, and gives it back at the end", async () => {
    const words = ["replay", "rec", "4BTC_USDT", "--as", "book", "--speed", "1"];
    const terminal = openTerminal(words, { workingDirectory: folder, size: { columns: 90, rows: 20 } });
    onTestFinished(() => terminal[Symbol.asyncDispose]());
    await terminal.waitFor(({ text, buffer }) => buffer === "alternate" && text.includes(" │ "));
    expect(await terminal.ended).toMatchObject({ exitCode: 0 });
    expect(terminal.screen()).toMatchObject({ buffer: "normal", isCursorVisible: true });
  });
});
