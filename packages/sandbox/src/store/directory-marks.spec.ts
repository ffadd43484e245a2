import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { temporaryFolder } from "../spec-support/temporary-folder.js";
import { readClosedMark, writeClosedMark } from "./closed-file.js";
import { DirectoryMarks, type EntryOptions } from "./directory-marks.js";
import { takeInventory } from "./inventory.js";
import { KeptFile, type KeptMark, readKeptMark } from "./kept-file.js";

let directory = "";

beforeEach(async () => {
  directory = await temporaryFolder();
});

function enter(changes: Partial<EntryOptions> = {}): Promise<DirectoryMarks> {
  return DirectoryMarks.enter(directory, {
    olderState: "refuse",
    boot: "this-run",
    probe: async () => {},
    ...changes,
  });
}

/** What a database leaves in a directory, as far as it is looked at. */
async function makeDatabase(): Promise<void> {
  await writeFile(join(directory, "CURRENT"), "MANIFEST-000004\n");
  await writeFile(join(directory, "MANIFEST-000004"), "list");
  await writeFile(join(directory, "000005.log"), "records");
}

const kept: KeptMark = { life: 3, last: 9, onDisk: 6, boot: "this-run", beyond: "untold" };

function keep(changes: Partial<KeptMark> = {}): void {
  KeptFile.create(directory, { ...kept, ...changes }).close();
}

/** A clean close as it would have been left. */
async function leaveClosed(life: number, last: number): Promise<void> {
  await writeClosedMark(directory, { life, last, files: await takeInventory(directory) });
}

describe("a new directory", () => {
  it("has a mark from its beginning, and counts its starts", async () => {
    const first = await enter();
    expect([first.areFound, first.hasLostMachine, first.isVerified, first.lastCounted]).toEqual([
      false,
      false,
      false,
      undefined,
    ]);
    expect(first.check(0)).toBe(0);
    await first.begin(0);
    await makeDatabase();
    first.note(4, "system");
    expect(await readKeptMark(directory)).toEqual({ ...kept, life: 1, last: 4, onDisk: 0 });
    first.note(5, "disk");
    expect(await readKeptMark(directory)).toEqual({ ...kept, life: 1, last: 5, onDisk: 5 });
    await first.leave(5);
    await first.close();
    expect(await readClosedMark(directory)).toMatchObject({ life: 1, last: 5 });
    const second = await enter();
    expect([second.areFound, second.hasLostMachine, second.isVerified]).toEqual([true, false, true]);
    await second.begin(5);
    expect(second.isVerified).toBe(false);
    expect(await readKeptMark(directory)).toEqual({ ...kept, life: 2, last: 5, onDisk: 5 });
    expect(await readClosedMark(directory)).toBeUndefined();
    await second.close();
  });

  it("is refused where somebody else's file stands, and nothing is written", async () => {
    await writeFile(join(directory, "notes.txt"), "");
    await expect(enter()).rejects.toMatchObject({ code: "store-foreign", details: { directory } });
    expect(await readdir(directory)).toEqual(["notes.txt"]);
  });

  it("is refused where commands were acknowledged that are not there, unless older state is accepted", async () => {
    keep();
    const refused = { code: "store-older", details: { directory, found: 0, acknowledged: 9 } };
    await expect(enter()).rejects.toMatchObject(refused);
    const accepted = await enter({ olderState: "accept" });
    expect(accepted.check(0)).toBe(9);
    await accepted.close();
  });

  it("is taken where nothing was acknowledged", async () => {
    keep({ last: 0, onDisk: 0 });
    await (await enter()).close();
  });

  it("is entered after whoever asks has looked whether somebody has it open", async () => {
    const locked = new Error("in use");
    await expect(enter({ probe: () => Promise.reject(locked) })).rejects.toBe(locked);
    expect(await readdir(directory)).toEqual([]);
  });
});

describe("a directory with a database", () => {
  beforeEach(makeDatabase);

  it("of an earlier version has no marks until it begins", async () => {
    const marks = await enter();
    expect([marks.areFound, marks.hasLostMachine]).toEqual([false, false]);
    expect(await readKeptMark(directory)).toBeUndefined();
    await marks.begin(8);
    expect(await readKeptMark(directory)).toEqual({ ...kept, life: 1, last: 8, onDisk: 8 });
    await marks.close();
  });

  it.each<[string, string, boolean]>([
    ["this-run", "this-run", false],
    ["another-run", "this-run", true],
    ["", "this-run", false],
    ["another-run", "", false],
  ])("written in the run %j knows in the run %j whether the machine was lost: %s", async (before, boot, isLost) => {
    keep({ boot: before });
    const marks = await enter({ boot });
    expect(marks.hasLostMachine).toBe(isLost);
    await marks.close();
  });

  it("closed cleanly has lost nothing, whichever run it was", async () => {
    keep({ boot: "another-run" });
    await leaveClosed(3, 9);
    const marks = await enter();
    expect([marks.hasLostMachine, marks.isVerified]).toEqual([false, true]);
    await marks.close();
  });

  it("must have what was told in the same run, and of another run what the disk had", async () => {
    keep();
    const same = await enter();
    expect(same.check(9)).toBe(0);
    expect(same.check(10)).toBe(0);
    expect(() => same.check(8)).toThrow(
      expect.objectContaining({ code: "store-older", details: { directory, found: 8, acknowledged: 9 } }),
    );
    await same.close();
    for (const boot of ["another-run", ""]) {
      const other = await enter({ boot });
      expect(other.check(6)).toBe(3);
      expect(() => other.check(5)).toThrow(
        expect.objectContaining({ code: "store-older", details: { directory, found: 5, acknowledged: 9 } }),
      );
      await other.close();
    }
  });

  it("counts no commands that were refused, also after a next start", async () => {
    keep();
    const marks = await enter();
    marks.refuseRest();
    marks.note(20, "disk");
    expect(await readKeptMark(directory)).toEqual({ ...kept, life: 4, beyond: "refused" });
    expect(marks.lastCounted).toBe(9);
    await marks.begin(9);
    expect(marks.lastCounted).toBeUndefined();
    await marks.close();
  });

  it("is left as it was found where nothing began", async () => {
    keep({ beyond: "refused" });
    await leaveClosed(3, 9);
    const files = await takeInventory(directory);
    const marks = await enter();
    expect(marks.lastCounted).toBe(9);
    await marks.close();
    expect(await readClosedMark(directory)).toEqual({ life: 4, last: 9, files });
    await rm(join(directory, ".closed"));
    const unclosed = await enter();
    expect(await readKeptMark(directory)).toMatchObject({ life: 5 });
    await unclosed.close();
    expect(await readKeptMark(directory)).toMatchObject({ life: 4 });
  });

  it("says nothing of a close that another start came after", async () => {
    await leaveClosed(2, 7);
    keep();
    const marks = await enter();
    expect(marks.isVerified).toBe(false);
    expect(marks.check(9)).toBe(0);
    await marks.close();
  });

  it("closed by the newest start counts what the close says", async () => {
    keep();
    await leaveClosed(3, 12);
    const marks = await enter({ boot: "another-run" });
    expect(() => marks.check(11)).toThrow(expect.objectContaining({ code: "store-older" }));
    await marks.close();
  });

  it("whose files changed since a clean close is refused, after a look whether somebody has it open", async () => {
    await leaveClosed(3, 9);
    await writeFile(join(directory, "000005.log"), "more records");
    const refused = { code: "store-changed", details: { directory, file: "000005.log", change: "longer", last: 9 } };
    await expect(enter()).rejects.toMatchObject(refused);
    const locked = new Error("in use");
    await expect(enter({ probe: () => Promise.reject(locked) })).rejects.toBe(locked);
    const accepted = await enter({ olderState: "accept" });
    expect(accepted.isVerified).toBe(false);
    await accepted.close();
  });

  it.each([".kept", ".closed"])("whose mark %s is damaged is refused, unless older state is accepted", async (file) => {
    keep();
    await leaveClosed(3, 9);
    const text = await readFile(join(directory, file), "latin1");
    await writeFile(join(directory, file), text.replace("9", "8"), "latin1");
    const refused = { code: "store-corrupt", details: { directory, file, check: "checksum" } };
    await expect(enter()).rejects.toMatchObject(refused);
    await (await enter({ olderState: "accept" })).close();
  });

  it.each<[string, string, () => Promise<void>]>([
    ["CURRENT", "missing", () => rm(join(directory, "CURRENT"))],
    ["CURRENT", "content", () => writeFile(join(directory, "CURRENT"), "MANIFEST-000004")],
    ["CURRENT", "content", () => writeFile(join(directory, "CURRENT"), "xMANIFEST-000004\n")],
    ["CURRENT", "content", () => writeFile(join(directory, "CURRENT"), "MANIFEST-000004\nx")],
    ["MANIFEST-000004", "missing", () => rm(join(directory, "MANIFEST-000004"))],
  ])("whose %s is wrong (%s) is refused, for the database would delete the rest", async (file, check, harm) => {
    await harm();
    for (const olderState of ["refuse", "accept"] as const) {
      const refused = { code: "store-corrupt", details: { directory, file, check } };
      await expect(enter({ olderState })).rejects.toMatchObject(refused);
    }
  });
});
