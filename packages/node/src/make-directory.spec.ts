import { chmod, mkdir, mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { makeDirectory } from "./make-directory.js";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "depthwire-make-"));
});
afterEach(() => rm(folder, { recursive: true }));

const modeOf = async (path: string): Promise<number> => (await stat(path)).mode & 0o777;

it("a directory is made with those above it, each for its owner alone", async () => {
  await makeDirectory(join(folder, "a/b/c"));
  for (const path of ["a", "a/b", "a/b/c"]) {
    expect(await modeOf(join(folder, path))).toBe(0o700);
  }
});

it("one that is there stays as it is", async () => {
  const path = join(folder, "there");
  await mkdir(path);
  await chmod(path, 0o755);
  await makeDirectory(path);
  expect(await modeOf(path)).toBe(0o755);
  await makeDirectory("/");
});

it("where a file stands, or nothing can be made, the system's words are told, and nobody waits", async () => {
  const path = join(folder, "file");
  await writeFile(path, "");
  await expect(makeDirectory(path)).rejects.toMatchObject({ code: "EEXIST" });
  await expect(makeDirectory(join(path, "below"))).rejects.toMatchObject({ code: "ENOTDIR" });
  await expect(makeDirectory("/proc/self/x/y")).rejects.toMatchObject({ code: "ENOENT" });
});
