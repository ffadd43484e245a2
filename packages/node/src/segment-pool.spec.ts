import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { valueSymbol } from "piscina";
import { afterEach, beforeEach, expect, it } from "vitest";
import decodeSegmentTask from "./segment-entry.js";
import { recordingDirectories } from "./segment-pool.js";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "depthwire-segments-"));
});
afterEach(() => rm(folder, { recursive: true }));

it("a recording's directories are its own and those of its shards, by their numbers", async () => {
  for (const name of ["shard-10", "shard-2", "shard-0", "shard-", "shard-x", "a-shard-1", "shard-1-old"]) {
    await mkdir(join(folder, name));
  }
  await writeFile(join(folder, "shard-3"), "");
  const shards = ["shard-0", "shard-2", "shard-10"].map((name) => join(folder, name));
  expect(await recordingDirectories(folder)).toEqual([folder, ...shards]);
});

/** What a thread answers about a file. */
const answerTo = (path: string): unknown =>
  (decodeSegmentTask({ path, file: "a.dws", options: {} }) as Readonly<Record<symbol, unknown>>)[valueSymbol];

it("a thread tells what is wrong with a segment in parts that cross threads", async () => {
  const path = join(folder, "a.dws");
  expect(answerTo(path)).toEqual({ kind: "failed", message: expect.stringContaining("ENOENT") });
  await writeFile(path, "no segment at all");
  expect(answerTo(path)).toEqual({
    kind: "refused",
    code: expect.stringMatching(/^recording-/),
    details: expect.objectContaining({ file: "a.dws" }),
  });
});
