import { readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { temporaryFolder } from "../spec-support/temporary-folder.js";
import { readClosedMark, removeClosedMark, writeClosedMark } from "./closed-file.js";
import { KeptFile, type KeptMark, readKeptMark } from "./kept-file.js";

const mark: KeptMark = { life: 3, last: 7, onDisk: 5, boot: "this-run", beyond: "untold" };

it("makes a mark of always the same length, whole, and writes later ones in its place", async () => {
  const directory = await temporaryFolder();
  expect(await readKeptMark(directory)).toBeUndefined();
  const file = KeptFile.create(directory, mark);
  expect(await readdir(directory)).toEqual([".kept"]);
  expect(await readKeptMark(directory)).toEqual(mark);
  file.write({ ...mark, last: 123_456, beyond: "refused" });
  file.settle();
  file.close();
  expect(await readKeptMark(directory)).toEqual({ ...mark, last: 123_456, beyond: "refused" });
  expect((await stat(join(directory, ".kept"))).size).toBe(256);
  expect(await readFile(join(directory, ".kept"), "latin1")).toMatch(/^[0-9a-f]{8}\{.*\} +\n$/);
  KeptFile.replace(directory, mark).close();
  expect(await readKeptMark(directory)).toEqual(mark);
});

it("makes no mark where one should be replaced that is not there", async () => {
  const directory = await temporaryFolder();
  expect(() => KeptFile.replace(directory, mark)).toThrow(expect.objectContaining({ code: "ENOENT" }));
});

it("sees a mark that was cut, lengthened or changed", async () => {
  const directory = await temporaryFolder();
  const path = join(directory, ".kept");
  KeptFile.create(directory, mark).close();
  const whole = await readFile(path, "latin1");
  for (const harmed of [whole.trimEnd(), `${whole} `, whole.replace('"last":7', '"last":8'), ""]) {
    await writeFile(path, harmed, "latin1");
    expect(await readKeptMark(directory)).toBe("damaged");
  }
});

it("leaves a mark of a clean close, and takes it away", async () => {
  const directory = await temporaryFolder();
  const closed = { life: 3, last: 7, files: [{ name: "CURRENT", bytes: 16, checksum: 5 }] };
  expect(await readClosedMark(directory)).toBeUndefined();
  await writeClosedMark(directory, { ...closed, last: 6 });
  await writeClosedMark(directory, closed);
  expect(await readdir(directory)).toEqual([".closed"]);
  expect(await readClosedMark(directory)).toEqual(closed);
  const text = await readFile(join(directory, ".closed"), "utf8");
  await writeFile(join(directory, ".closed"), text.replace('"last":7', '"last":8'));
  expect(await readClosedMark(directory)).toBe("damaged");
  await writeFile(join(directory, ".closed.new"), "");
  await removeClosedMark(directory);
  expect(await readdir(directory)).toEqual([]);
  await removeClosedMark(directory);
});

it("says what the system says of a mark that cannot be read", async () => {
  const file = join(await temporaryFolder(), "file");
  await writeFile(file, "");
  await expect(readKeptMark(file)).rejects.toMatchObject({ code: "ENOTDIR" });
  await expect(readClosedMark(file)).rejects.toMatchObject({ code: "ENOTDIR" });
});
