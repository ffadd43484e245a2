import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { journalSettings } from "../spec-support/journal-settings.js";
import { temporaryFolder } from "../spec-support/temporary-folder.js";
import { LevelStore } from "../store/level-store.js";
import { sealText } from "../store/sealed-text.js";
import { JournalStore, type StoreOptions } from "./journal-store.js";
import type { Page } from "./kept-records.js";
import { chunkKey, pageKey, recordsKey, snapshotKey } from "./store-keys.js";

let directory = "";

beforeEach(async () => {
  directory = await temporaryFolder();
});

async function open(changes: Partial<StoreOptions> = {}): Promise<JournalStore> {
  const options = { waitFor: "system", olderState: "refuse", settings: journalSettings, ...changes } as const;
  const store = await JournalStore.open(directory, options);
  onTestFinished(() => store.close());
  return store;
}

/** A store that goes on from the command `last`. */
async function begun(last = 0): Promise<JournalStore> {
  const store = await open();
  expect(await store.goOn(last)).toBe(0);
  return store;
}

async function pagesOf(store: JournalStore, from = 1, to?: number): Promise<readonly Page[]> {
  const pages: Page[] = [];
  for await (const page of store.pages(from, to)) {
    pages.push(page);
  }
  return pages;
}

const firsts = async (store: JournalStore, from?: number, to?: number): Promise<readonly number[]> =>
  (await pagesOf(store, from, to)).map(({ first }) => first);

const kindPage = (log: number, number: number, text: string) => ({
  log,
  number,
  bytes: new TextEncoder().encode(text),
});

describe("commands", () => {
  it("are read as they were written, from one on, up to one, and forgotten up to one", async () => {
    const store = await begun();
    expect(await store.firstCommand()).toBeUndefined();
    await store.writePage({ first: 1, text: "[1,2]" }, 2);
    await store.writePage({ first: 3, text: "[3]" }, 3);
    await store.writePage({ first: 4, text: "[4]" }, 4);
    expect(await pagesOf(store)).toEqual([
      { first: 1, text: "[1,2]" },
      { first: 3, text: "[3]" },
      { first: 4, text: "[4]" },
    ]);
    expect([await firsts(store, 3), await firsts(store, 1, 3), await store.firstCommand()]).toEqual([
      [3, 4],
      [1, 3],
      1,
    ]);
    await store.forgetPages(3);
    expect([await firsts(store), await store.firstCommand()]).toEqual([[4], 4]);
  });

  it("that were refused do not count, and are gone after the next start", async () => {
    const store = await begun();
    await store.writePage({ first: 1, text: "[1]" }, 1);
    store.refuseRest();
    await store.writePage({ first: 2, text: "[2]" }, 2);
    expect(await firsts(store)).toEqual([1]);
    await store.goOn(1);
    await store.writePage({ first: 2, text: "[5]" }, 2);
    expect(await pagesOf(store, 2)).toEqual([{ first: 2, text: "[5]" }]);
  });

  it("that were acknowledged must be there", async () => {
    const store = await begun();
    await store.writePage({ first: 1, text: "[1]" }, 1);
    expect(() => store.hold(1)).not.toThrow();
    const refused = { code: "store-older", details: { directory: store.directory, found: 0, acknowledged: 1 } };
    expect(() => store.hold(0)).toThrow(expect.objectContaining(refused));
    await expect(store.goOn(0)).rejects.toMatchObject(refused);
    expect(await firsts(store)).toEqual([1]);
  });
});

describe("a snapshot", () => {
  it("counts when it is whole; the latest of several does, and the others are forgotten", async () => {
    const store = await begun();
    await store.writePage({ first: 1, text: "[1,2,3,4,5,6,7,8,9]" }, 9);
    expect([await store.latestSnapshot(), await store.readSnapshot()]).toEqual([undefined, undefined]);
    const steps: number[] = [];
    await store.writeSnapshot({ last: 3, ranges: [], writings: ["a", "b"] }, () => steps.push(3));
    await store.writeSnapshot({ last: 5, ranges: [], writings: ["c", kindPage(0, 0, "x"), "d"] }, () => steps.push(5));
    expect(steps).toEqual([3, 3, 5, 5, 5]);
    expect(await store.readSnapshot()).toEqual({ last: 5, text: "cd" });
    const broken = async function* (): AsyncGenerator<string> {
      yield "e";
      throw new Error("given up");
    };
    const unfinished = store.writeSnapshot({ last: 7, ranges: [], writings: broken() }, () => {});
    await expect(unfinished).rejects.toThrow("given up");
    expect(await store.readSnapshot()).toEqual({ last: 5, text: "cd" });
    await store.forgetSnapshots(5);
    expect(await store.readSnapshot()).toEqual({ last: 5, text: "cd" });
    await store.goOn(9);
    await store.close();
    const records = await LevelStore.open(directory);
    onTestFinished(() => records.close());
    const [chunks, snapshots] = [
      await records.keys({ gte: chunkKey(0, 0), lt: snapshotKey(0) }),
      await records.keys({ gte: snapshotKey(0), lt: recordsKey(0, 0) }),
    ];
    expect(chunks.map((key) => Buffer.from(key))).toEqual(
      [chunkKey(5, 0), chunkKey(5, 1)].map((key) => Buffer.from(key)),
    );
    expect(snapshots.map((key) => Buffer.from(key))).toEqual([Buffer.from(snapshotKey(5))]);
  });

  it("behind the last command that counts is no snapshot", async () => {
    const store = await begun();
    await store.writePage({ first: 1, text: "[1]" }, 1);
    await store.writeSnapshot({ last: 1, ranges: [], writings: ["a"] }, () => {});
    store.refuseRest();
    await store.writeSnapshot({ last: 2, ranges: [], writings: ["b"] }, () => {});
    expect(await store.readSnapshot()).toEqual({ last: 1, text: "a" });
    await store.goOn(1);
    await store.writePage({ first: 2, text: "[2]" }, 2);
    expect(await store.readSnapshot()).toEqual({ last: 1, text: "a" });
  });

  it("of a return is written with its page, or not at all", async () => {
    const store = await begun();
    await store.writePage({ first: 1, text: "[1]" }, 1);
    await store.writeReturn(2, "state", '[{"backTo":0}]');
    expect(await store.readSnapshot()).toEqual({ last: 2, text: "state" });
    expect(await pagesOf(store, 2)).toEqual([{ first: 2, text: '[{"backTo":0}]' }]);
    expect(() => store.hold(1)).toThrow(expect.objectContaining({ code: "store-older" }));
  });
});

describe("full pages of finished records", () => {
  it("are read as they were, each kind for itself, and forgotten up to those that count", async () => {
    const store = await begun();
    const writings = [kindPage(0, 1, "a"), kindPage(0, 2, "b"), kindPage(1, 1, "c")];
    await store.writeSnapshot({ last: 0, ranges: [], writings }, () => {});
    const texts = async (log: number, from: number, to: number): Promise<readonly string[]> =>
      (await store.readRecords(log, from, to)).map(
        ({ number, bytes }) => `${number} ${new TextDecoder().decode(bytes)}`,
      );
    expect([await texts(0, 1, 3), await texts(1, 1, 2), await texts(0, 1, 1)]).toEqual([["1 a", "2 b"], ["1 c"], []]);
    await store.forgetRecords([
      { from: 2, to: 3 },
      { from: 0, to: 1 },
    ]);
    expect([await texts(0, 2, 3), await texts(1, 1, 2)]).toEqual([["2 b"], ["1 c"]]);
    await expect(store.readRecords(0, 1, 3)).rejects.toMatchObject({
      code: "store-corrupt",
      details: { directory: store.directory, check: "records" },
    });
  });
});

describe("a store", () => {
  it("says with which settings it began, and takes no others", async () => {
    const store = await begun();
    expect(await store.settings()).toMatchObject({ ...journalSettings, program: "depthwire-sandbox" });
    await store.leave(0);
    await expect(open({ settings: { ...journalSettings, seed: 2 } })).rejects.toMatchObject({
      code: "store-settings",
      details: { option: "seed" },
    });
    const read = await JournalStore.open(directory, { waitFor: "system", olderState: "refuse" });
    onTestFinished(() => read.close());
    expect(await read.settings()).toMatchObject({ seed: 1 });
    expect(read.olderState).toBe("refuse");
  });

  it("is somebody else's where there is nothing to begin with, and nothing that it knows", async () => {
    const empty = JournalStore.open(directory, { waitFor: "system", olderState: "refuse" });
    await expect(empty).rejects.toMatchObject({ code: "store-foreign" });
    directory = await temporaryFolder();
    const other = await LevelStore.open(directory);
    await other.write([{ key: pageKey(1), value: "text" }], "disk");
    await other.close();
    await expect(open()).rejects.toMatchObject({ code: "store-foreign" });
  });

  it.each<[string, string, Uint8Array, string]>([
    ["a page", "record", pageKey(1), "damaged"],
    ["its description", "description", new Uint8Array(9), sealText('{"program":"other"}')],
  ])("is refused where %s is damaged after a kill", async (_what, check, key, value) => {
    const store = await begun();
    await store.writePage({ first: 1, text: "[1]" }, 1);
    await store.close();
    const records = await LevelStore.open(directory);
    await records.write([{ key, value }], "disk");
    await records.close();
    await expect(open()).rejects.toMatchObject({ code: "store-corrupt", details: { check } });
  });
});
