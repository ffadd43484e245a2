import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type DirectoryStore, openDirectoryStore, type SyncPolicy } from "./recording-file.js";

let directory: string;
let store: DirectoryStore;

beforeEach(async () => {
  directory = join(await mkdtemp(join(tmpdir(), "recording-file-")), "made", "on the way");
  store = await openDirectoryStore(directory, { missing: "make" });
});

afterEach(() => rm(join(directory, "..", ".."), { recursive: true }));

const policies: readonly SyncPolicy[] = ["system", "closed-files", "each-append"];

describe.each(policies)("with the policy %s", (sync) => {
  it("appends in order, and the bytes may be reused", async () => {
    const syncing = await openDirectoryStore(directory, { sync, missing: "make" });
    const file = syncing.create("a");
    const bytes = Uint8Array.of(1, 2, 3);
    file.append(bytes);
    bytes.fill(9);
    file.append(bytes.subarray(1));
    file.append(new Uint8Array(0));
    await expect(readFile(join(directory, "a"))).resolves.toEqual(Buffer.from([1, 2, 3, 9, 9]));
    await file.close();
    await file.close();
    expect(await syncing.list()).toEqual([{ name: "a", bytes: 5 }]);
  });

  it("replaces a file as a whole", async () => {
    const syncing = await openDirectoryStore(directory, { sync, missing: "make" });
    await syncing.replace("index", Uint8Array.of(1, 2, 3));
    await syncing.replace("index", Uint8Array.of(4));
    expect(await syncing.list()).toEqual([{ name: "index", bytes: 1 }]);
    expect(await syncing.read("index", 0, 10)).toEqual(Uint8Array.of(4));
  });
});

it("creates a file only where there is none", async () => {
  await store.create("a").close();
  expect(() => store.create("a")).toThrow(expect.objectContaining({ code: "EEXIST" }));
});

it("reads parts of a file, and what there is of a part that ends behind it", async () => {
  await store.replace("a", Uint8Array.of(0, 1, 2, 3, 4));
  expect(await store.read("a", 1, 3)).toEqual(Uint8Array.of(1, 2));
  expect(await store.read("a", 3, 100)).toEqual(Uint8Array.of(3, 4));
  expect(await store.read("a", 7, 9)).toEqual(new Uint8Array(0));
  await expect(store.read("b", 0, 1)).rejects.toMatchObject({ code: "ENOENT" });
});

it("cuts a file off", async () => {
  await store.replace("a", Uint8Array.of(0, 1, 2, 3, 4));
  await store.truncate("a", 2);
  expect(await store.read("a", 0, 9)).toEqual(Uint8Array.of(0, 1));
});

it("does not list what a stopped program left unfinished, and does not stumble over it", async () => {
  await writeFile(join(directory, "index.unfinished"), "half");
  expect(await store.list()).toEqual([]);
  await store.replace("index", Uint8Array.of(1));
  expect(await store.list()).toEqual([{ name: "index", bytes: 1 }]);
});

it("keeps others out", async () => {
  await store.create("a").close();
  await store.replace("b", Uint8Array.of(1));
  const modes = await Promise.all(
    ["a", "b", "."].map(async (name) => (await stat(join(directory, name))).mode & 0o777),
  );
  expect(modes).toEqual([0o600, 0o600, 0o700]);
});

it("refuses a file in the directory's place, in the system's words", async () => {
  await store.replace("a", Uint8Array.of(1));
  await expect(openDirectoryStore(join(directory, "a"), { missing: "make" })).rejects.toMatchObject({ code: "EEXIST" });
  await expect(openDirectoryStore(join(directory, "a", "b"), { missing: "make" })).rejects.toMatchObject({
    code: "ENOTDIR",
  });
});

const onLinux = it.skipIf(process.platform !== "linux"); // Elsewhere no directory refuses new ones without a mount.

onLinux("refuses at once a directory that cannot be made", async () => {
  await expect(openDirectoryStore("/proc/self/x/y", { missing: "make" })).rejects.toMatchObject({ code: "ENOENT" });
});

it.each(["", ".", "..", "../a", "a/b", "/a", "a\\b"])("refuses the name %j", (name) => {
  expect(() => store.create(name)).toThrow(RangeError);
});

it("has kept what was appended when the program is killed", async () => {
  const built = new URL("../dist/recording-file.js", import.meta.url).href;
  const program = `
    const { openDirectoryStore } = await import(${JSON.stringify(built)});
    const file = (await openDirectoryStore(${JSON.stringify(directory)})).create("killed");
    for (let n = 0; n < 100; n++) file.append(new Uint8Array(1000).fill(n));
    process.kill(process.pid, "SIGKILL");
  `;
  const child = spawn(process.execPath, ["--input-type=module", "-e", program], { stdio: "inherit" });
  const signal = await new Promise((resolve) => child.once("exit", (_, by) => resolve(by)));
  expect(signal).toBe("SIGKILL");
  const bytes = await store.read("killed", 0, 200_000);
  expect(bytes).toHaveLength(100_000);
  expect([bytes[0], bytes[50_500], bytes[99_999]]).toEqual([0, 50, 99]);
});
