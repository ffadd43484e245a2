import { cp, mkdtemp, readdir, readFile, rm, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { checkData, type Sandbox, type SandboxOptions, startSandbox } from "../index.js";
import { orderBody, paths } from "../spec-support/rest-door.js";
import { RestKit } from "../spec-support/rest-kit.js";
import { VirtualClock } from "../virtual-clock.js";
import { openText, sealText } from "./sealed-text.js";

const startMs = 1_700_000_000_000;
let root = "";
let directory = "";

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "sandbox-damage-"));
  directory = join(root, "venue");
  onTestFinished(() => rm(root, { recursive: true, force: true }));
});

async function open(options: SandboxOptions = {}): Promise<{ sandbox: Sandbox; kit: RestKit }> {
  const clock = new VirtualClock(startMs);
  const usual = { pairs: ["4BTC_USDT"], requestsPerWindow: 0, clock, dataDirectory: directory };
  const sandbox = await startSandbox({ ...usual, ...options });
  onTestFinished(() => sandbox.close());
  return { sandbox, kit: new RestKit(sandbox, sandbox.credential, () => clock.epochMs()) };
}

/** A venue with some orders; ended as `how` says. @returns number of its last command */
async function makeVenue(how: "closed" | "killed", orders = 20): Promise<number> {
  const { sandbox, kit } = await open();
  for (let i = 0; i < orders; i++) expect(await kit.post(paths.open, orderBody())).toMatchObject({ state: 0 });
  if (how === "killed") await takeCopy("copy");
  await sandbox.close();
  // What a killed process leaves behind is what the system has of its files at that moment.
  if (how === "killed") await bringBack("copy");
  return ((await readMark(".kept")) as { last: number }).last;
}

async function readMark(name: string): Promise<unknown> {
  return JSON.parse(openText((await readFile(join(directory, name), "latin1")).trimEnd()) ?? "null");
}

async function takeCopy(name: string): Promise<void> {
  await cp(directory, join(root, name), { recursive: true });
}

async function bringBack(name: string): Promise<void> {
  await rm(directory, { recursive: true });
  await cp(join(root, name), directory, { recursive: true });
}

async function fileLike(pattern: RegExp): Promise<string> {
  const names = (await readdir(directory)).filter((name) => pattern.test(name)).sort();
  const last = names.at(-1);
  if (last === undefined) throw new Error(`no file like ${String(pattern)}`);
  return last;
}

type Harm = (file: string) => Promise<void>;

const empty: Harm = (file) => truncate(file, 0);
const cut: Harm = async (file) => truncate(file, Math.floor((await readFile(file)).length / 2));
const remove: Harm = (file) => rm(file);
const zero: Harm = async (file) => writeFile(file, (await readFile(file)).fill(0));
const flip: Harm = async (file) => {
  const bytes = await readFile(file);
  const at = Math.floor(bytes.length / 2);
  bytes[at] = (bytes[at] ?? 0) ^ 4;
  await writeFile(file, bytes);
};

async function harm(pattern: RegExp, how: Harm): Promise<string> {
  const name = await fileLike(pattern);
  await how(join(directory, name));
  return name;
}

const log = /^\d+\.log$/;
const table = /^\d+\.ldb$/;

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
    await makeVenue("closed");
    // A start turns the log into a table, so that there is one.
    await (await open()).sandbox.close();
    const file = await harm(pattern, how);
    await expect(open()).rejects.toMatchObject({ code: "store-changed", details: { file, change } });
    await expect(checkData(directory)).rejects.toMatchObject({ code: "store-changed" });
  });

  it("an older copy of every file of the database is refused", async () => {
    await makeVenue("closed");
    await takeCopy("older");
    const { sandbox, kit } = await open();
    await kit.post(paths.open, orderBody());
    await sandbox.close();
    const [kept, closed] = await Promise.all([".kept", ".closed"].map((name) => readFile(join(directory, name))));
    await bringBack("older");
    await writeFile(join(directory, ".kept"), kept ?? "");
    await writeFile(join(directory, ".closed"), closed ?? "");
    await expect(open()).rejects.toMatchObject({ code: "store-changed" });
  });

  it("a log from elsewhere is refused", async () => {
    await makeVenue("closed");
    await writeFile(join(directory, "999999.log"), await readFile(join(directory, await fileLike(log))));
    const details = { file: "999999.log", change: "unexpected" };
    await expect(open()).rejects.toMatchObject({ code: "store-changed", details });
  });

  it("a start that was refused leaves the directory as it was found", async () => {
    await makeVenue("closed");
    await expect(open({ seed: 2 })).rejects.toMatchObject({ code: "store-settings" });
    await harm(table, flip);
    await expect(open()).rejects.toMatchObject({ code: "store-changed" });
  });

  it("all goes on where the mark of the close is lost", async () => {
    const last = await makeVenue("closed");
    await rm(join(directory, ".closed"));
    expect((await open()).sandbox.recovery).toMatchObject({ last, missing: 0 });
  });

  it("a mark that was not taken away in time says nothing", async () => {
    await makeVenue("closed");
    const stale = await readFile(join(directory, ".closed"));
    const { sandbox, kit } = await open();
    await kit.post(paths.open, orderBody());
    await takeCopy("killed");
    await sandbox.close();
    await bringBack("killed");
    await writeFile(join(directory, ".closed"), stale);
    expect((await open()).sandbox.recovery).toMatchObject({ missing: 0 });
  });
});

describe("after a kill", () => {
  it("all that was acknowledged is there", async () => {
    await makeVenue("killed", 7);
    const { sandbox, kit } = await open();
    expect(sandbox.recovery).toMatchObject({ missing: 0 });
    const { result } = await kit.post(paths.list, { pair: "4BTC_USDT", page: 1, size: 50, order_side: 1 });
    expect(result).toMatchObject({ t: 7 });
  });

  it("a torn end that nobody was told of is legal", async () => {
    await makeVenue("killed");
    const name = await fileLike(log);
    const bytes = await readFile(join(directory, name));
    await writeFile(join(directory, name), Buffer.concat([bytes, bytes.subarray(0, 20)]));
    expect((await open()).sandbox.recovery).toMatchObject({ missing: 0 });
  });

  it.each([
    ["emptied", empty],
    ["cut", cut],
    ["lost", remove],
  ] as const)("a log that was %s is refused, with the number of the last command that is left", async (_, how) => {
    await makeVenue("killed");
    await harm(log, how);
    await expect(open()).rejects.toMatchObject({ code: "store-older" });
    // What was refused once is refused again.
    await expect(open()).rejects.toMatchObject({ code: "store-older" });
    await expect(checkData(directory)).rejects.toMatchObject({ code: "store-older" });
  });

  it.each([
    ["lost", remove],
    ["damaged", flip],
    ["emptied", empty],
  ] as const)("a mark that is %s is refused", async (_, how) => {
    await makeVenue("killed");
    await harm(/^\.kept$/, how);
    await expect(open()).rejects.toMatchObject({ code: "store-corrupt", details: { file: ".kept" } });
    await (await open({ olderState: "accept" })).sandbox.close();
    await open();
  });

  it("a lost CURRENT does not begin a new venue", async () => {
    await makeVenue("killed");
    await harm(/^CURRENT$/, remove);
    const refused = { code: "store-corrupt", details: { file: "CURRENT" } };
    await expect(open()).rejects.toMatchObject(refused);
    // Nothing could be read: there is no older state to accept.
    await expect(open({ olderState: "accept" })).rejects.toMatchObject(refused);
  });

  it("a list of files that is not there is refused with its name", async () => {
    await makeVenue("killed");
    const file = await harm(/^MANIFEST/, remove);
    await expect(open()).rejects.toMatchObject({ code: "store-corrupt", details: { file } });
  });

  it.each([
    ["emptied", empty],
    ["cut", cut],
    ["zeroed", zero],
  ] as const)("a table that was %s is refused at once, and not when somebody reads it", async (_, how) => {
    await makeVenue("closed");
    const { sandbox } = await open();
    await takeCopy("killed");
    await sandbox.close();
    await bringBack("killed");
    await harm(table, how);
    await expect(open()).rejects.toMatchObject({ code: "store-corrupt" });
  });

  it("what went with a lost machine is told, not refused", async () => {
    const last = await makeVenue("killed");
    const elsewhere = sealText(JSON.stringify({ ...((await readMark(".kept")) as object), boot: "another run" }));
    await writeFile(join(directory, ".kept"), `${elsewhere.padEnd(255)}\n`);
    await harm(log, cut);
    const heard: string[] = [];
    const { sandbox } = await open({ logger: { log: (level, event) => heard.push(`${level} ${event}`) } });
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
    const last = await makeVenue(end);
    await harm(log, how);
    const { sandbox, kit } = await open({ olderState: "accept" });
    expect(sandbox.recovery?.last).toBeLessThan(last);
    expect(sandbox.recovery).toMatchObject({ missing: last - (sandbox.recovery?.last ?? 0) });
    expect(await kit.post(paths.open, orderBody())).toMatchObject({ state: 0 });
    await sandbox.close();
    expect((await open()).sandbox.recovery).toMatchObject({ missing: 0 });
  });
});

describe("a directory without a venue", () => {
  it("is no new one while its marks tell of one", async () => {
    const acknowledged = await makeVenue("killed");
    for (const name of await readdir(directory)) if (!name.startsWith(".")) await rm(join(directory, name));
    const refused = { code: "store-older", details: { found: 0, acknowledged } };
    await expect(open()).rejects.toMatchObject(refused);
    expect((await open({ olderState: "accept" })).sandbox.recovery).toMatchObject({ last: 0 });
  });

  it("begins no venue where one must be", async () => {
    const details = { found: 0, acknowledged: 1 };
    await expect(open({ dataAtLeast: 1 })).rejects.toMatchObject({ code: "store-older", details });
    await expect(open({ dataAtLeast: -1 })).rejects.toMatchObject({ code: "option-invalid" });
  });
});
