import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { temporaryFolder } from "../spec-support/temporary-folder.js";
import { type ChangedFile, type FileEntry, findChange, measureFiles, takeInventory } from "./inventory.js";

const digits = { name: "12.log", bytes: 9, checksum: 0xcbf4_3926 };

it("lists and measures the files that hold what is kept, in the order of their names", async () => {
  const directory = await temporaryFolder();
  await writeFile(join(directory, "5.ldb"), "123456789");
  await writeFile(join(directory, "12.log"), "123456789");
  await writeFile(join(directory, "CURRENT"), "");
  await writeFile(join(directory, "LOG"), "not kept");
  await writeFile(join(directory, ".kept"), "not kept");
  expect(await takeInventory(directory)).toEqual([
    digits,
    { ...digits, name: "5.ldb" },
    { name: "CURRENT", bytes: 0, checksum: 0 },
  ]);
  expect(await measureFiles(directory)).toBe(18);
});

it("says what the system says of what is no file", async () => {
  const directory = await temporaryFolder();
  await mkdir(join(directory, "5.ldb"));
  await expect(takeInventory(directory)).rejects.toMatchObject({ code: "EISDIR" });
});

const [one, two]: readonly [FileEntry, FileEntry] = [digits, { name: "5.ldb", bytes: 3, checksum: 4 }];

it.each<[string, readonly FileEntry[], ChangedFile | undefined]>([
  ["nothing", [two, one], undefined],
  ["a file that is gone", [one], { file: "5.ldb", change: "missing" }],
  ["a shorter file", [{ ...one, bytes: 8 }, two], { file: "12.log", change: "shorter" }],
  ["a longer file", [{ ...one, bytes: 10 }, two], { file: "12.log", change: "longer" }],
  ["other bytes", [one, { ...two, checksum: 5 }], { file: "5.ldb", change: "changed" }],
  ["one file more", [one, two, { ...two, name: "6.ldb" }], { file: "6.ldb", change: "unexpected" }],
  ["the first of several", [{ ...one, bytes: 8 }], { file: "12.log", change: "shorter" }],
])("finds %s", (_what, now, change) => {
  expect(findChange([one, two], now)).toEqual(change);
});
