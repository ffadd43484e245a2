import { cp, readdir, readFile, rm, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Sandbox, startSandbox } from "@depthwire/sandbox";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { runCommandLine } from "../../command-scene.spec-kit.js";
import { recordSandbox, scratchDirectory } from "../../recording-scene.spec-kit.js";
import type { InspectedRecording } from "../../recordings/inspect-recording.js";

let directory: string;
const ends: (() => Promise<void>)[] = [];

beforeAll(async () => {
  const sandbox: Sandbox = await startSandbox({ port: 0, pairs: 2, seed: 3, depthIntervalMs: 10, tickIntervalMs: 5 });
  directory = join(await scratchDirectory((end) => ends.push(end)), "recording");
  await recordSandbox(sandbox, { directory, states: 60, maxSegmentMs: 100 });
  await sandbox.close();
});
afterAll(async () => {
  for (const end of ends) {
    await end();
  }
});

async function copied(): Promise<string> {
  const target = join(await scratchDirectory((end) => onTestFinished(end)), "copy");
  await cp(directory, target, { recursive: true });
  return target;
}

async function inspected(path: string): Promise<{ readonly exitCode: number; readonly data: InspectedRecording }> {
  const { envelopes, exitCode } = await runCommandLine(["inspect", path, "--json"]);
  expect(envelopes).toHaveLength(1);
  return { exitCode, data: envelopes[0]?.data as InspectedRecording };
}

const segmentsOf = async (path: string): Promise<string[]> =>
  (await readdir(path)).filter((name) => name.endsWith(".dwrec")).sort();

/** The largest segment but the last, which may be torn. */
async function fullestOf(path: string): Promise<string> {
  const names = (await segmentsOf(path)).slice(0, -1);
  const sizes = await Promise.all(names.map(async (name) => (await readFile(join(path, name))).length));
  return names[sizes.indexOf(Math.max(...sizes))] ?? "";
}

describe("a whole recording", () => {
  it("is counted by channel, with times by both clocks, rows and exact sums", async () => {
    const { exitCode, data } = await inspected(directory);
    expect(exitCode).toBe(0);
    expect(data).toMatchObject({ segments: (await segmentsOf(directory)).length, damaged: [], torn: [], gaps: [] });
    expect(data.segments).toBeGreaterThan(1);
    expect(data.runs).toHaveLength(1);
    expect(data.channels.map(({ channel }) => channel)).toEqual(
      expect.arrayContaining(["4BTC_USDT_depth", "4ETH_USDT_depth", "4BTC_USDT_kline_1min", "4BTC_USDT_deals"]),
    );
    const depth = data.channels.find(({ channel }) => channel === "4BTC_USDT_depth");
    expect(depth).toMatchObject({ kind: "depth", pair: "4BTC_USDT", snapshots: 1, gaps: 0, unreadable: 0 });
    expect(depth?.updates).toBeGreaterThanOrEqual(59);
    expect(depth?.frames).toBe((depth?.snapshots ?? 0) + (depth?.updates ?? 0));
    expect(depth?.levels).toBeGreaterThan(depth?.frames ?? 0);
    expect(depth?.sums.price).toMatch(/^\d+(\.\d+)?$/);
    expect(depth?.lastMs).toBeGreaterThan(depth?.firstMs ?? Number.POSITIVE_INFINITY);
    expect(depth?.lastVenueMs).toBeGreaterThan(depth?.firstVenueMs ?? Number.POSITIVE_INFINITY);
  });

  it("is a table for people, with the channels' short names", async () => {
    const { out, err, exitCode } = await runCommandLine(["inspect", "recording"], {
      workingDirectory: join(directory, ".."),
    });
    expect(out).toMatch(/^recording {2}\d+ segments of 1 run, /);
    expect(out).toMatch(/\nchannel +frames +\/s +snapshots +levels +deals +candles +gaps +first +last\n/);
    expect(out).toMatch(/\ndepth:4BTC_USDT +\d+ /);
    expect({ err, exitCode }).toEqual({ err: "", exitCode: 0 });
  });
});

describe("a recording that is not whole", () => {
  it("is read on behind damage, which is said with file and offset, and the command ends with 3", async () => {
    const path = await copied();
    // How many frames a segment has depends on the machine: the fullest has some behind its first third.
    const first = await fullestOf(path);
    const bytes = await readFile(join(path, first));
    const offset = Math.floor(bytes.length / 3);
    bytes.fill(0xff, offset, offset + 64);
    await writeFile(join(path, first), bytes);
    const whole = await inspected(directory);
    const { exitCode, data } = await inspected(path);
    expect(exitCode).toBe(3);
    expect(data.damaged).toMatchObject([{ file: first, why: expect.stringContaining("checksum") }]);
    expect(data.damaged[0]?.offset).toBeLessThanOrEqual(offset);
    expect(data.damaged[0]?.offset).toBeGreaterThan(0);
    expect(data.frames).toBeLessThan(whole.data.frames);
    expect(data.frames).toBeGreaterThan(0);
    const { out } = await runCommandLine(["inspect", path]);
    expect(out).toContain(`${first} at byte ${data.damaged[0]?.offset}: `);
  });

  it("may be torn at its end: that is what a kill leaves, is said, and ends with 0", async () => {
    const path = await copied();
    const last = (await segmentsOf(path)).at(-1) ?? "";
    // Whoever is killed has not written the index either.
    for (const name of (await readdir(path)).filter((file) => file.endsWith(".dwi"))) {
      await rm(join(path, name));
    }
    await truncate(join(path, last), (await readFile(join(path, last))).length - 5);
    const { exitCode, data } = await inspected(path);
    expect({ exitCode, damaged: data.damaged }).toEqual({ exitCode: 0, damaged: [] });
    expect(data.torn).toMatchObject([{ file: last }]);
    expect((await runCommandLine(["inspect", path])).out).toContain("Nothing before is lost.");
  });

  it("is damaged where a closed segment is shorter than its index says, or is not there", async () => {
    const [first = "", second = ""] = await segmentsOf(directory);
    const short = await copied();
    await truncate(join(short, first), 200);
    const cut = await inspected(short);
    expect(cut.exitCode).toBe(3);
    expect(cut.data.damaged).toMatchObject([{ file: first, why: expect.stringContaining("cut off") }]);
    const holed = await copied();
    await rm(join(holed, second));
    const missing = await inspected(holed);
    expect(missing.exitCode).toBe(3);
    expect(missing.data.damaged).toMatchObject([{ why: "the segment before it is missing" }]);
  });

  it("is none at all in a directory that was named by mistake", async () => {
    const empty = await scratchDirectory((end) => onTestFinished(end));
    await writeFile(join(empty, "notes.txt"), "");
    const { envelopes, exitCode } = await runCommandLine(["inspect", empty, "--json"]);
    expect(exitCode).toBe(2);
    expect(envelopes).toMatchObject([{ kind: "error", error: { code: "recording-absent" } }]);
    const absent = await runCommandLine(["inspect", join(empty, "nothing")]);
    expect(absent).toMatchObject({ exitCode: 2, out: "", err: expect.stringContaining("no such directory") });
  });
});
