import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { debiansChromium } from "@depthwire/testkit/browser";
import { afterAll, beforeAll, expect, it } from "vitest";
import { runProfile } from "./run.js";

const root = fileURLToPath(new URL("../../../../", import.meta.url));
let out = "";

beforeAll(async () => {
  out = await mkdtemp(join(tmpdir(), "profile-"));
});
afterAll(() => rm(out, { recursive: true }));

it("shows where the time of a started program goes, thread by thread, and leaves its profiles beside the flame graph", async () => {
  const options = { minutes: 0.05, warmUpMs: 500, pairs: 2, shards: 1, readsPerSecond: 40, out };
  const { summary, text, failures } = await runProfile(
    { ...options, page: "open", summary: "json" },
    root,
    () => undefined,
  );
  expect(failures).toEqual([]);
  expect(summary.threads.map(({ name }) => name)).toEqual(
    expect.arrayContaining(["main thread", expect.stringMatching(/^thread \d+ \(shard-entry\)$/)]),
  );
  const [main] = summary.threads;
  expect(main?.busyMs).toBeGreaterThan(0);
  expect(main?.heapBytes?.most).toBeGreaterThan(1_000_000);
  expect(summary.program.rssBytes.most).toBeGreaterThan(summary.threads[0]?.heapBytes?.last ?? 0);
  expect(summary.packages.map(({ name }) => name)).toEqual(expect.arrayContaining(["sandbox", "exchange", "core"]));
  expect(summary.packages.reduce((sum, { percent }) => sum + percent, 0)).toBeCloseTo(100, -0.5);
  expect(summary.load.reads).toBeGreaterThan(0);
  expect(summary.page === undefined).toBe(debiansChromium() === undefined);
  expect(text).toContain("main thread: busy");
  const svg = await readFile(join(out, "flame-graph.svg"), "utf8");
  expect(svg).toContain("main thread");
  expect(svg).toMatch(/<title>[^<]+: \d+\.\d %, \d+ ms \(sandbox\)<\/title>/);
  expect(svg).not.toMatch(/NaN|Infinity|undefined/);
  const profiles = (await readdir(out)).filter((name) => name.endsWith(".cpuprofile"));
  expect(profiles.length).toBeGreaterThanOrEqual(2);
}, 240_000);
