import { stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { temporaryFolder } from "../spec-support/temporary-folder.js";
import { makeDirectory } from "./make-directory.js";

it("makes a directory and those above it that are missing, each for its owner alone", async () => {
  const folder = await temporaryFolder();
  const path = join(folder, "a", "b", "c");
  await makeDirectory(path);
  await makeDirectory(path);
  for (const made of [path, join(path, ".."), join(path, "..", "..")]) {
    expect((await stat(made)).mode & 0o777).toBe(0o700);
  }
});

it("leaves what stands there as it is, and says what the system says where nothing can be made", async () => {
  const file = join(await temporaryFolder(), "file");
  await writeFile(file, "text");
  await makeDirectory(file);
  await expect(makeDirectory(join(file, "below"))).rejects.toMatchObject({ code: "ENOTDIR" });
  await expect(makeDirectory("/proc/self/none/below")).rejects.toMatchObject({ code: "ENOENT" });
});
