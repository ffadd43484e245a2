import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { replay } from "@depthwire/recording";
import { afterEach, beforeEach, expect, it } from "vitest";
import { openDirectoryStore } from "./recording-file.js";
import { decodeSegments } from "./segment-pool.js";

let directory = "";
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "absent-"));
});
afterEach(() => rm(directory, { recursive: true }));

const replayOf = async (path: string): Promise<unknown> => replay(await openDirectoryStore(path));

async function decode(path: string): Promise<void> {
  for await (const { books } of decodeSegments(path, { threads: 1 })) {
    throw new Error(`${books.length} books`);
  }
}

const absent = (found: string | RegExp): object =>
  expect.objectContaining({ code: "recording-absent", details: { directory: expect.any(String), found } });

it.each([["replay", replayOf] as const, ["decodeSegments", decode] as const])(
  "%s of a directory that is not there says so, and makes none",
  async (_, read) => {
    await expect(read(join(directory, "typo"))).rejects.toEqual(absent("no such directory"));
    expect(await readdir(directory)).toEqual([]);
  },
);

it.each([["replay", replayOf] as const, ["decodeSegments", decode] as const])(
  "%s of a directory without a recording says what is there",
  async (_, read) => {
    await expect(read(directory)).rejects.toEqual(absent("an empty directory"));
    for (let file = 1; file <= 7; file++) {
      await writeFile(join(directory, `note-${file}`), "");
    }
    await expect(read(directory)).rejects.toEqual(absent("note-1, note-2, note-3, note-4, note-5 and 2 more"));
  },
);

it("replay of the root of a recording in threads names the shards, which are to be named", async () => {
  for (const shard of ["shard-0", "shard-1"]) {
    await mkdir(join(directory, shard));
  }
  await expect(replayOf(directory)).rejects.toEqual(absent("shard-0, shard-1"));
});
