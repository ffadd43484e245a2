import { chmod, cp, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { keptFileName, openText, sealText } from "@depthwire/sandbox/internal";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { DataStore } from "./data-store.js";
import { KeptEvents } from "./kept-events.js";
import { type OpenDataOptions, openData } from "./open-data.js";
import { keyOf, recordKinds } from "./record-keys.js";

const nowMs = 1_700_000_000_000;
let directory = "";
let runs = 0;

beforeEach(async () => {
  const parent = await mkdtemp(join(tmpdir(), "depthwire-accelerator-data-"));
  onTestFinished(() => rm(parent, { recursive: true, force: true }));
  directory = join(parent, "main");
});

function optionsOf(more: Partial<OpenDataOptions> = {}): OpenDataOptions {
  return {
    directory,
    venue: "https://api.example",
    account: "main",
    olderState: "refuse",
    nowMs: () => nowMs,
    newRun: () => `run${++runs}`,
    inMemory: { events: 10, fills: 10 },
    ...more,
  };
}

/** A directory in which something is kept, closed again. @returns its run of numbers */
async function setData(): Promise<string> {
  const { store, close } = await openData(optionsOf());
  await store.write([{ key: keyOf(recordKinds.events, 1), value: `${nowMs} order {}` }], "disk");
  await close();
  return store.run;
}

async function fileLike(pattern: RegExp): Promise<string> {
  return join(directory, (await readdir(directory)).find((name) => pattern.test(name)) ?? "none");
}

describe("a directory is refused", () => {
  it("that another process has open", async () => {
    const { close } = await openData(optionsOf());
    await expect(openData(optionsOf())).rejects.toMatchObject({ code: "store-locked", details: { directory } });
    await close();
    await (await openData(optionsOf())).close();
  });

  it("that others may look into", async () => {
    await setData();
    await chmod(directory, 0o755);
    const details = { option: "data", rule: expect.stringContaining(`, and ${directory} is of mode 0755`) };
    await expect(openData(optionsOf())).rejects.toMatchObject({ code: "option-invalid", details });
  });

  it("that holds something else, which stays as it is", async () => {
    await setData();
    await writeFile(join(directory, "diary.txt"), "mine");
    await expect(openData(optionsOf())).rejects.toMatchObject({ code: "store-foreign" });
    expect((await stat(join(directory, "diary.txt"))).size).toBe(4);
  });

  it.each<[string, Partial<OpenDataOptions>, string]>([
    ["another service", { venue: "https://other.example" }, "venue"],
    ["another account", { account: "second" }, "account"],
  ])("of %s", async (_, more, option) => {
    await setData();
    await expect(openData(optionsOf(more))).rejects.toMatchObject({ code: "store-settings", details: { option } });
  });

  it("of another version", async () => {
    await setData();
    const store = await DataStore.open(directory, {
      ...optionsOf(),
      owner: { venue: "https://api.example", account: "main" },
    });
    const value = JSON.stringify({ program: "depthwire-accelerator", version: 99 });
    await store.write([{ key: keyOf(recordKinds.description, 0), value }], "disk");
    await store.close();
    await expect(openData(optionsOf())).rejects.toMatchObject({ code: "store-version", details: { version: 99 } });
  });

  it("that is damaged, or lacks what was told", async () => {
    await setData();
    const log = await fileLike(/^\d+\.(log|ldb)$/);
    await writeFile(log, "x".repeat(20));
    await expect(openData(optionsOf())).rejects.toMatchObject({ code: "store-changed" });
    await rm(await fileLike(/^\.closed$/));
    await expect(openData(optionsOf())).rejects.toMatchObject({
      code: expect.stringMatching(/^store-(older|corrupt)$/),
    });
  });

  it("that is no directory", async () => {
    await writeFile(directory, "a file", { mode: 0o600 });
    await expect(openData(optionsOf())).rejects.toThrow();
  });
});

it("goes on from less where that is accepted, under another run of numbers", async () => {
  const run = await setData();
  await writeFile(await fileLike(/^\d+\.log$/), "");
  const { store, close } = await openData(optionsOf({ olderState: "accept" }));
  expect(store.run).not.toBe(run);
  await close();
});

it("keeps one run of numbers over starts", async () => {
  await setData();
  const seen: string[] = [];
  for (let start = 0; start < 2; start++) {
    const { store, close } = await openData(optionsOf());
    seen.push(store.run);
    await close();
  }
  expect(seen[0]).toBe(seen[1]);
});

it("goes on with its run behind a kill, and with another behind a lost machine, though the mark on the disk misses nothing", async () => {
  const { store, close } = await openData(optionsOf());
  await store.write([{ key: keyOf(recordKinds.events, 1), value: `${nowMs} order {}` }], "system");
  const [killed, lost] = [`${directory}-killed`, `${directory}-lost`];
  for (const copy of [killed, lost]) {
    await cp(directory, copy, { recursive: true });
    await chmod(copy, 0o700);
  }
  await close();
  const file = join(lost, keptFileName);
  const mark = JSON.parse(openText((await readFile(file, "latin1")).trimEnd()) ?? "{}") as { readonly boot: string };
  // That of the beginning: later ones were with the system, and went with it.
  const first = sealText(JSON.stringify({ ...mark, last: 0, onDisk: 0, boot: mark.boot && "an earlier run" }));
  await writeFile(file, `${first.padEnd(255)}\n`);

  const behindKill = await openData(optionsOf({ directory: killed }));
  const behindLoss = await openData(optionsOf({ directory: lost }));

  expect(behindKill.store.run).toBe(store.run);
  // Where the system does not tell one run of the machine from another, the marks are believed.
  expect(behindLoss.store.run !== store.run).toBe(mark.boot !== "");
  await Promise.all([behindKill.close(), behindLoss.close()]);
});

it("writes all changes of one turn together, in order, and tells everybody of a failure", async () => {
  const { store } = await openData(optionsOf());
  const key = keyOf(recordKinds.setting, 7);
  await Promise.all([store.write([{ key, value: "1" }], "system"), store.write([{ key, value: "2" }], "disk")]);
  expect(await store.list(recordKinds.setting, { from: 7, to: 8 })).toEqual([{ n: 7, text: "2" }]);
  const heard: string[] = [];
  store.onFailure(({ code }) => heard.push(code));
  // What LevelDB does on a disk that is full.
  await store.close();
  await expect(store.write([{ key, value: "3" }], "system")).rejects.toMatchObject({ code: "store-failed" });
  expect(store.failure).toMatchObject({ sinceMs: nowMs });
});

it("keeps events by count and by age", async () => {
  const { store, close } = await openData(optionsOf());
  let now = nowMs;
  const open = (): Promise<KeptEvents> =>
    KeptEvents.open(store, () => now, { events: 5, fills: 5 }, { maxCount: 20, maxAgeMs: 1_000 });
  const events = await open();
  for (let n = 1; n <= 30; n++) {
    await events.keep({ n, kind: n === 3 ? "fill" : "order", text: `{"n":${n}}` }, []);
  }
  const again = await open();
  await again.close();
  expect(again.oldest).toBe(11);
  expect(again.found.map(({ n }) => n)).toEqual([26, 27, 28, 29, 30]);
  // Trades are kept longer.
  expect(again.foundFills).toEqual([{ n: 3, kind: "fill", text: '{"n":3}' }]);
  expect((await again.after(0, 100)).length).toBe(20);
  now += 2_000;
  await again.keep({ n: 31, kind: "order", text: "{}" }, []);
  const later = await open();
  await later.close();
  expect(later.oldest).toBe(31);
  await close();
});
