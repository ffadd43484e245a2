import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { temporaryFolder } from "../spec-support/temporary-folder.js";
import { LevelStore, storeErrorOf } from "./level-store.js";
import { StoreError } from "./store-error.js";

const key = (text: string): Uint8Array => Buffer.from(text, "utf8");

async function open(): Promise<LevelStore> {
  const store = await LevelStore.open(await temporaryFolder());
  onTestFinished(() => store.close());
  return store;
}

async function texts(store: LevelStore): Promise<readonly string[]> {
  const found: string[] = [];
  for await (const [name, text] of store.each({})) {
    found.push(`${Buffer.from(name).toString()} ${text}`);
  }
  return found;
}

it("keeps records by key, in the order of their bytes, and finds ranges of them", async () => {
  const store = await open();
  await store.write([{ key: key("b"), value: "zwei – 二" }], "system");
  await store.write(
    [
      { key: key("a"), value: "1" },
      { key: key("c"), value: "3" },
      { key: key("B"), value: "0" },
    ],
    "disk",
  );
  expect(await texts(store)).toEqual(["B 0", "a 1", "b zwei – 二", "c 3"]);
  expect(await store.get(key("b"))).toBe("zwei – 二");
  expect(await store.get(key("none"))).toBeUndefined();
  const range = { gte: key("a"), lt: key("c"), reverse: true };
  expect((await store.entries(range)).map(([, text]) => text)).toEqual(["zwei – 二", "1"]);
  expect((await store.keys({ ...range, limit: 1 })).map((one) => Buffer.from(one).toString())).toEqual(["b"]);
});

it("takes records out, alone, among others, and by range", async () => {
  const store = await open();
  await store.write(
    ["a", "b", "c", "d", "e"].map((name) => ({ key: key(name), value: name })),
    "system",
  );
  await store.write([{ key: key("a"), value: undefined }], "system");
  await store.write(
    [
      { key: key("b"), value: undefined },
      { key: key("e"), value: "later" },
    ],
    "system",
  );
  expect(await texts(store)).toEqual(["c c", "d d", "e later"]);
  await store.clear({ gte: key("c"), lte: key("d") });
  expect(await texts(store)).toEqual(["e later"]);
});

it("reads more records one after the other than it reads at once", async () => {
  const store = await open();
  const names = Array.from({ length: 1_001 }, (_, i) => String(i).padStart(4, "0"));
  await store.write(
    names.map((name) => ({ key: key(name), value: name })),
    "system",
  );
  expect(await texts(store)).toEqual(names.map((name) => `${name} ${name}`));
});

it("is open once, whoever looks; looking changes nothing", async () => {
  const store = await open();
  const locked = { code: "store-locked", details: { directory: store.directory } };
  await expect(LevelStore.open(store.directory)).rejects.toMatchObject(locked);
  const before = await readdir(store.directory);
  await expect(LevelStore.probe(store.directory)).rejects.toMatchObject(locked);
  expect(await readdir(store.directory)).toEqual(before);
  await store.close();
  await LevelStore.probe(store.directory);
  await expect(store.get(key("a"))).rejects.toMatchObject({ code: "store-failed" });
});

it("finds nobody in an empty directory, and leaves it empty", async () => {
  const directory = await temporaryFolder();
  await LevelStore.probe(directory);
  expect(await readdir(directory)).toEqual([]);
});

it("is refused as damaged where its list of files is", async () => {
  const store = await open();
  await store.close();
  await writeFile(join(store.directory, "CURRENT"), "MANIFEST-999999\n");
  await expect(LevelStore.open(store.directory)).rejects.toMatchObject({
    code: "store-corrupt",
    details: { directory: store.directory, check: "database", file: "MANIFEST-999999" },
  });
});

function systemError(message: string, code?: string, cause?: Error): Error {
  return Object.assign(new Error(message, { cause }), code === undefined ? {} : { code });
}

it.each<[string, unknown, string, object]>([
  ["in use", systemError("no", "LEVEL_DATABASE_NOT_OPEN", systemError("x", "LEVEL_LOCKED")), "store-locked", {}],
  [
    "damaged",
    systemError("in 000005.ldb", "LEVEL_CORRUPTION"),
    "store-corrupt",
    { check: "database", file: "000005.ldb" },
  ],
  ["damaged somewhere", systemError("?", "LEVEL_CORRUPTION"), "store-corrupt", { check: "database" }],
  [
    "missing",
    systemError("a", "X", systemError("7.log: NotFound")),
    "store-corrupt",
    { check: "database", file: "7.log" },
  ],
  ["missing elsewhere", systemError("no such file"), "store-corrupt", { check: "database" }],
  ["missing on Windows", systemError("cannot find the file"), "store-corrupt", { check: "database" }],
  ["empty", systemError("Invalid argument"), "store-corrupt", { check: "database" }],
  ["a full disk", systemError("No space left on device", "LEVEL_IO_ERROR"), "store-failed", {}],
  ["a word", "word", "store-failed", {}],
])("has a code for what went wrong: %s", (_what, error, code, details) => {
  const found = storeErrorOf("kept", error);
  expect(found).toMatchObject({ code, cause: error });
  expect(found.details).toEqual({ directory: "kept", ...details });
});

it("leaves a code as it is", () => {
  const error = new StoreError("store-absent", { directory: "kept" });
  expect(storeErrorOf("elsewhere", error)).toBe(error);
});
