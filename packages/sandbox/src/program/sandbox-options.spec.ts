import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Logger } from "@depthwire/core";
import { expect, it } from "vitest";
import type { SandboxOptions } from "../options.js";
import { holdStreams } from "../spec-support/streams.js";
import { temporaryFolder } from "../spec-support/temporary-folder.js";
import { parseFlags } from "./flags.js";
import { type MarketParts, sandboxOptionsOf } from "./sandbox-options.js";

const optionsOf = (line: string, parts?: MarketParts): Promise<SandboxOptions> => {
  const { json: _, ...flags } = parseFlags(line === "" ? [] : line.split(" "), "1.2.3", "venue");
  return sandboxOptionsOf(flags, undefined, parts);
};

async function fileOf(text: string): Promise<string> {
  const path = join(await temporaryFolder(), "given.json");
  await writeFile(path, text);
  return path;
}

const usual = {
  host: "127.0.0.1",
  allowHosts: [],
  allowOrigins: [],
  port: 8090,
  whenPortIsTaken: "take-any",
  dataAtLeast: 0,
  durability: "process",
  profile: "documented",
  serviceName: "svc",
  depthIntervalMs: 100,
  rate: 0,
  requestsPerWindow: 30,
  timestampToleranceMs: 30_000,
  plainBelowBytes: 256,
  historyMs: 172_800_000,
  clientIds: "repeatable",
  olderState: "refuse",
  ids: "small",
  logger: expect.anything(),
};

it("stands for the usual sandbox where nothing is typed", async () => {
  expect(await optionsOf("")).toEqual(usual);
});

it.each<[string, object]>([
  ["--port 8090", { port: 8090, whenPortIsTaken: "refuse" }],
  [
    "--depth-interval 5 --requests 6 --timestamp-tolerance 7",
    { depthIntervalMs: 5, requestsPerWindow: 6, timestampToleranceMs: 7 },
  ],
  ["--plain-below 8 --history 1d", { plainBelowBytes: 8, historyMs: 86_400_000 }],
  ["--unique-client-ids --tolerant", { clientIds: "unique", wireForms: "tolerant" }],
  ["--data kept --accept-older-state", { dataDirectory: "kept", olderState: "accept" }],
  ["--scenario crash --seed 3", { scenario: "crash", seed: 3 }],
  ["--messages-per-second 9", { messagesPerSecond: 9 }],
])("stands for what %s says", async (line, options) => {
  expect(await optionsOf(line)).toEqual({ ...usual, ...options });
});

it("reads what stands in files", async () => {
  const scenario = { steps: [{ atMs: 0, do: "halt" }] };
  const files = {
    faults: await fileOf('{"faults":{"kind":"cut"}}'),
    terms: await fileOf('{"takerFeeRate":"0.001"}'),
    latency: await fileOf('{"feed":5}'),
    scenario: await fileOf(JSON.stringify(scenario)),
  };
  const line = Object.entries(files).map(([name, path]) => `--${name} ${path}`);
  expect(await optionsOf(line.join(" "))).toMatchObject({
    faults: [{ kind: "cut" }],
    terms: { takerFeeRate: "0.001" },
    latency: { feed: 5 },
    scenario,
  });
});

it("has no past beside another venue's market", async () => {
  const feed = { start: () => () => {} };
  expect(await optionsOf("", { feed })).toEqual({ ...usual, historyMs: 0, feed });
  expect(await optionsOf("--history 1h", { feed })).toMatchObject({ historyMs: 3_600_000 });
});

it("plays a recording where the program can read one, else a file", async () => {
  const records: [] = [];
  const asked: string[] = [];
  const openRecording = async (directory: string): Promise<[] | undefined> => {
    asked.push(directory);
    return directory === "recording" ? records : undefined;
  };
  expect(await optionsOf("--market recording", { openRecording })).toEqual({
    ...usual,
    historyMs: 0,
    market: { records },
  });
  const { market } = await optionsOf("--market recording --market-speed 2 --market-end loop", { openRecording });
  expect(market).toEqual({ records, speed: 2, atEnd: "loop" });
  const file = await fileOf("\n");
  await optionsOf(`--market ${file}`, { openRecording }).catch(() => {});
  expect(asked).toEqual(["recording", "recording", file]);
});

it.each<[string, string, string]>([
  ["--market-speed 2", "marketSpeed", "given together with --market"],
  ["--market-end hold", "marketEnd", "given together with --market"],
])("refuses %s alone", async (line, option, rule) => {
  await expect(optionsOf(line)).rejects.toMatchObject({ code: "option-invalid", details: { option, rule } });
});

it("says where in a plan of faults something is wrong", async () => {
  const refused = async (text: string): Promise<unknown> => optionsOf(`--faults ${await fileOf(text)}`).catch(String);
  expect(await refused('[{"kind":"cut","count":0}]')).toContain("faults.faults[0].count");
  await expect(optionsOf(`--faults ${await fileOf('{"kind":"cut","count":0}')}`)).rejects.toMatchObject({
    code: "option-invalid",
    details: { option: "faults.faults[0].count", rule: "an integer from 1 to 1000000" },
  });
});

it("logs on standard error: the words of an event where it has some, else its fields", async () => {
  const logger = (await optionsOf("")).logger as Logger;
  const streams = holdStreams();
  logger.log("warn", "snapshot-late", { text: "it took long" });
  logger.log("error", "store-failed", { text: 5, code: "x" });
  expect(streams.err).toBe('warn snapshot-late it took long\nerror store-failed {"text":5,"code":"x"}\n');
  expect(streams.out).toBe("");
});
