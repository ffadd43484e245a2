import { readdir, readFile, rename, stat, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { temporaryFolder } from "../spec-support/temporary-folder.js";
import { DatabaseLog } from "./database-log.js";

const [log, old, lock] = ["LOG", "LOG.old", "LOCK"] as const;

/** A directory with these files, each with its own text, and what is found there later. */
async function prepare(...names: readonly string[]): Promise<{
  readonly directory: string;
  readonly seen: () => Promise<Readonly<Record<string, string>>>;
}> {
  const directory = await temporaryFolder();
  for (const name of names) {
    await writeFile(join(directory, name), `${name} as it was`);
  }
  const seen = async (): Promise<Record<string, string>> => {
    const found: Record<string, string> = {};
    for (const name of (await readdir(directory)).sort()) {
      found[name] = await readFile(join(directory, name), "utf8");
    }
    return found;
  };
  return { directory, seen };
}

/** What opening the database does: its log becomes the old one. */
async function rotate(directory: string): Promise<void> {
  await rename(join(directory, log), join(directory, old)).catch(() => {});
  await writeFile(join(directory, log), "a new log");
  await writeFile(join(directory, lock), "");
}

it.each([[[log, old, lock]], [[log, lock]], [[log]], [[]], [[old]], [[lock]]])(
  "puts back what was there: %j",
  async (names) => {
    const { directory, seen } = await prepare(...names);
    const before = await seen();
    const found = await DatabaseLog.of(directory);
    await rotate(directory);
    await found.putBack();
    const after = await seen();
    expect(Object.keys(after)).toEqual(Object.keys(before));
    expect({ ...after, [lock]: "" }).toEqual({ ...before, [lock]: "" });
  },
);

it("gives an older log its times back", async () => {
  const { directory } = await prepare(log, old);
  await utimes(join(directory, old), 1_000, 2_000);
  const found = await DatabaseLog.of(directory);
  await rotate(directory);
  await found.putBack();
  const { mtimeMs, atimeMs } = await stat(join(directory, old));
  expect([atimeMs, mtimeMs]).toEqual([1_000_000, 2_000_000]);
});

it("leaves a log alone that nobody rotated", async () => {
  const { directory, seen } = await prepare(log, old, lock);
  const found = await DatabaseLog.of(directory);
  await writeFile(join(directory, log), "written on");
  await found.putBack();
  expect(await seen()).toMatchObject({ [log]: "written on", [old]: "LOG.old as it was" });
});
