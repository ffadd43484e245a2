import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { HarmedVenue, harms, log, table } from "../spec-support/harmed-venue.js";
import { orderBody, paths } from "../spec-support/rest-door.js";
import { sealText } from "../store/sealed-text.js";
import { checkData } from "./check-data.js";

const { empty, cut, remove, zero, flip, tear, double } = harms;
let venue: HarmedVenue;

beforeEach(async () => {
  venue = await HarmedVenue.prepare();
});

describe("after a clean close", () => {
  it.each([
    ["a log that was emptied", log, empty, "shorter"],
    ["a log that was cut", log, cut, "shorter"],
    ["a log with a changed bit", log, flip, "changed"],
    ["a lost log", log, remove, "missing"],
    ["a lost table", table, remove, "missing"],
    ["a table with a changed bit", table, flip, "changed"],
    ["a cut list of files", /^MANIFEST/, cut, "shorter"],
    ["a lost CURRENT", /^CURRENT$/, remove, "missing"],
  ] as const)("%s is refused with its name", async (_, pattern, how, change) => {
    await venue.make("closed");
    // A start turns the log into a table, so that there is one.
    await venue.openAndClose();
    const file = await venue.harm(pattern, how);
    await expect(venue.open()).rejects.toMatchObject({ code: "store-changed", details: { file, change } });
    await expect(checkData(venue.directory)).rejects.toMatchObject({ code: "store-changed" });
  });

  it("an older copy of every file of the database is refused", async () => {
    await venue.make("closed");
    await venue.takeCopy("older");
    const { sandbox, kit } = await venue.open();
    await kit.post(paths.open, orderBody());
    await sandbox.close();
    const [kept, closed] = await Promise.all([".kept", ".closed"].map((name) => readFile(join(venue.directory, name))));
    await venue.bringBack("older");
    await writeFile(join(venue.directory, ".kept"), kept ?? "");
    await writeFile(join(venue.directory, ".closed"), closed ?? "");
    await expect(venue.open()).rejects.toMatchObject({ code: "store-changed" });
  });

  it("what is refused keeps every byte, those of the database's own log too", async () => {
    await venue.make("closed");
    await venue.openAndClose();
    await venue.harm(table, flip);
    for (const harmed of ["LOG", "LOG.old", "LOCK"]) {
      const before = await venue.bytes();
      await expect(venue.open()).rejects.toMatchObject({ code: "store-changed" });
      expect(await venue.bytes()).toEqual(before);
      await rm(join(venue.directory, harmed));
    }
  });

  it("somebody who runs keeps his log where another start is refused", async () => {
    const { sandbox } = await venue.open();
    const before = await venue.bytes();
    await expect(checkData(venue.directory)).rejects.toMatchObject({ code: "store-locked" });
    await expect(venue.open()).rejects.toMatchObject({ code: "store-locked" });
    expect([...(await venue.bytes()).keys()]).toEqual([...before.keys()]);
    expect((await venue.bytes()).get("LOG")).toBe(before.get("LOG"));
    await sandbox.close();
  });

  it("a log from elsewhere is refused", async () => {
    await venue.make("closed");
    await writeFile(
      join(venue.directory, "999999.log"),
      await readFile(join(venue.directory, await venue.fileLike(log))),
    );
    const details = { file: "999999.log", change: "unexpected" };
    await expect(venue.open()).rejects.toMatchObject({ code: "store-changed", details });
  });

  it("a start that was refused leaves the directory as it was found", async () => {
    await venue.make("closed");
    await expect(venue.open({ seed: 2 })).rejects.toMatchObject({ code: "store-settings" });
    await venue.harm(table, flip);
    await expect(venue.open()).rejects.toMatchObject({ code: "store-changed" });
  });

  it("all goes on where the mark of the close is lost", async () => {
    const last = await venue.make("closed");
    await rm(join(venue.directory, ".closed"));
    expect((await venue.open()).sandbox.recovery).toMatchObject({ last, missing: 0 });
  });

  it("a mark that was not taken away in time says nothing", async () => {
    await venue.make("closed");
    const stale = await readFile(join(venue.directory, ".closed"));
    const { sandbox, kit } = await venue.open();
    await kit.post(paths.open, orderBody());
    await venue.takeCopy("killed");
    await sandbox.close();
    await venue.bringBack("killed");
    await writeFile(join(venue.directory, ".closed"), stale);
    expect((await venue.open()).sandbox.recovery).toMatchObject({ missing: 0 });
  });
});

describe("after a kill", () => {
  it.each([
    ["a lost list of files", /^MANIFEST/, remove],
    ["a lost CURRENT", /^CURRENT$/, remove],
    ["an emptied list of files", /^MANIFEST/, empty],
  ] as const)("%s is refused and keeps every byte", async (_, pattern, how) => {
    await venue.make("killed");
    await venue.harm(pattern, how);
    const before = await venue.bytes();
    await expect(venue.open()).rejects.toMatchObject({ code: "store-corrupt" });
    expect(await venue.bytes()).toEqual(before);
  });

  it("a log that holds its records twice is refused with its name: the database would end the process", async () => {
    await venue.make("killed", 7);
    const whole = await venue.bytes();
    const file = await venue.harm(log, double);
    const before = await venue.bytes();
    const refused = { code: "store-corrupt", details: { check: "repeated-log", file } };
    await expect(venue.open()).rejects.toMatchObject(refused);
    await expect(venue.open({ olderState: "accept" })).rejects.toMatchObject(refused);
    await expect(checkData(venue.directory)).rejects.toMatchObject(refused);
    expect(await venue.bytes()).toEqual(before);
    // Without the second half everything is there.
    await writeFile(join(venue.directory, file), Buffer.from(whole.get(file) ?? "", "base64"));
    expect((await venue.open()).sandbox.recovery).toMatchObject({ missing: 0 });
  });

  it("all that was acknowledged is there", async () => {
    await venue.make("killed", 7);
    const { sandbox, kit } = await venue.open();
    expect(sandbox.recovery).toMatchObject({ missing: 0 });
    const { result } = await kit.post(paths.list, { pair: "4BTC_USDT", page: 1, size: 50, order_side: 1 });
    expect(result).toMatchObject({ t: 7 });
  });

  it("a torn end that nobody was told of is legal", async () => {
    await venue.make("killed");
    await venue.harm(log, tear);
    expect((await venue.open()).sandbox.recovery).toMatchObject({ missing: 0 });
  });

  it.each([
    ["emptied", empty],
    ["cut", cut],
    ["lost", remove],
  ] as const)("a log that was %s is refused, with the number of the last command that is left", async (_, how) => {
    await venue.make("killed");
    await venue.harm(log, how);
    await expect(venue.open()).rejects.toMatchObject({ code: "store-older" });
    // What was refused once is refused again.
    await expect(venue.open()).rejects.toMatchObject({ code: "store-older" });
    await expect(checkData(venue.directory)).rejects.toMatchObject({ code: "store-older" });
  });

  it.each([
    ["lost", remove],
    ["damaged", flip],
    ["emptied", empty],
  ] as const)("a mark that is %s is refused", async (_, how) => {
    await venue.make("killed");
    await venue.harm(/^\.kept$/, how);
    await expect(venue.open()).rejects.toMatchObject({ code: "store-corrupt", details: { file: ".kept" } });
    await (await venue.open({ olderState: "accept" })).sandbox.close();
    await venue.open();
  });

  it("a lost CURRENT does not begin a new venue", async () => {
    await venue.make("killed");
    await venue.harm(/^CURRENT$/, remove);
    const refused = { code: "store-corrupt", details: { file: "CURRENT" } };
    await expect(venue.open()).rejects.toMatchObject(refused);
    // Nothing could be read: there is no older state to accept.
    await expect(venue.open({ olderState: "accept" })).rejects.toMatchObject(refused);
  });

  it("a list of files that is not there is refused with its name", async () => {
    await venue.make("killed");
    const file = await venue.harm(/^MANIFEST/, remove);
    await expect(venue.open()).rejects.toMatchObject({ code: "store-corrupt", details: { file } });
  });

  it.each([
    ["emptied", empty],
    ["cut", cut],
    ["zeroed", zero],
  ] as const)("a table that was %s is refused at once, and not when somebody reads it", async (_, how) => {
    await venue.make("closed");
    const { sandbox } = await venue.open();
    await venue.takeCopy("killed");
    await sandbox.close();
    await venue.bringBack("killed");
    await venue.harm(table, how);
    await expect(venue.open()).rejects.toMatchObject({ code: "store-corrupt" });
  });

  it("what went with a lost machine is told, not refused", async () => {
    const last = await venue.make("killed");
    const elsewhere = sealText(JSON.stringify({ ...((await venue.readMark(".kept")) as object), boot: "another run" }));
    await writeFile(join(venue.directory, ".kept"), `${elsewhere.padEnd(255)}\n`);
    await venue.harm(log, cut);
    const heard: string[] = [];
    const { sandbox } = await venue.open({ logger: { log: (level, event) => heard.push(`${level} ${event}`) } });
    const { missing = 0 } = sandbox.recovery ?? {};
    expect(missing).toBeGreaterThan(0);
    expect(missing).toBeLessThan(last);
    expect(heard).toEqual(["warn store-older"]);
  });
});

describe("an older state", () => {
  it.each([
    ["closed", empty],
    ["killed", cut],
  ] as const)("is gone on from when that is asked for: %s", async (end, how) => {
    const last = await venue.make(end);
    await venue.harm(log, how);
    const { sandbox, kit } = await venue.open({ olderState: "accept" });
    expect(sandbox.recovery?.last).toBeLessThan(last);
    expect(sandbox.recovery).toMatchObject({ missing: last - (sandbox.recovery?.last ?? 0) });
    expect(await kit.post(paths.open, orderBody())).toMatchObject({ state: 0 });
    await sandbox.close();
    expect((await venue.open()).sandbox.recovery).toMatchObject({ missing: 0 });
  });
});

describe("a directory without a venue", () => {
  it("is no new one while its marks tell of one", async () => {
    const acknowledged = await venue.make("killed");
    await venue.removeAllButMarks();
    const refused = { code: "store-older", details: { found: 0, acknowledged } };
    await expect(venue.open()).rejects.toMatchObject(refused);
    expect((await venue.open({ olderState: "accept" })).sandbox.recovery).toMatchObject({ last: 0 });
  });

  it("begins no venue where one must be", async () => {
    const details = { found: 0, acknowledged: 1 };
    await expect(venue.open({ dataAtLeast: 1 })).rejects.toMatchObject({ code: "store-older", details });
    await expect(venue.open({ dataAtLeast: -1 })).rejects.toMatchObject({ code: "option-invalid" });
  });
});
