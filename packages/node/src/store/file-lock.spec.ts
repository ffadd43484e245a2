import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { afterEach, beforeEach, expect, it } from "vitest";
import { createFileIntentStore } from "../index.js";
import { ownMark, type ProcessMark } from "./process-mark.js";

let directory = "";
let path = "";
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "lock-"));
  path = join(directory, "intents");
});
afterEach(() => rm(directory, { recursive: true }));

/** Somebody's lock lies there. */
const leave = (holder: Partial<ProcessMark>): Promise<void> =>
  writeFile(`${path}.lock-3`, JSON.stringify({ holder: { ...ownMark(), ...holder } }));

const onLinux = it.skipIf(process.platform !== "linux"); // Elsewhere the system does not tell what this is about.

onLinux.each([
  ["whose number has another process now", { started: "1" }],
  ["that ended", { pid: 2 ** 22 + 1 }],
  ["of this machine's run before", { boot: "another run" }],
] as const)("the lock of a process %s is taken over, by the next number", async (_, holder) => {
  await leave(holder);
  const store = await createFileIntentStore(path);
  const locks = async (): Promise<readonly string[]> =>
    (await readdir(directory)).filter((name) => name.includes("lock"));
  expect(await locks()).toEqual(["intents.lock-4"]);
  await store.close();
  // It stays, and says that nobody holds it.
  expect(await locks()).toEqual(["intents.lock-4"]);
  expect(JSON.parse(await readFile(`${path}.lock-4`, "utf8"))).toEqual({ holder: "nobody" });
});

onLinux.each([
  ["on another machine", { host: "elsewhere", boot: "another run", pid: 1 }],
  ["in another container of this one", { namespace: "pid:[1]", pid: 2 ** 22 + 1 }],
  ["that runs", {}],
] as const)("the lock of a process %s is not: nobody can see that it ended", async (_, holder) => {
  await leave(holder);
  await expect(createFileIntentStore(path)).rejects.toMatchObject({
    code: "file-locked",
    details: {
      file: path,
      holder: `process ${"pid" in holder ? holder.pid : process.pid} on ${"host" in holder ? holder.host : hostname()}`,
      lock: `${path}.lock-3`,
    },
  });
  await rm(`${path}.lock-3`);
  await (await createFileIntentStore(path)).close();
});

it("names that are no lock's are left alone, and older locks are taken away", async () => {
  const others = ["intents.lock-0", "intents.lock-x", "intents.lock-1.5", "intents.lock--1", "other.lock-9"];
  for (const name of [...others, "intents.lock-2", "intents.lock-3"]) {
    await writeFile(join(directory, name), '{"holder":"nobody"}');
  }
  const store = await createFileIntentStore(path);
  const names = (await readdir(directory)).filter((name) => name.includes("lock"));
  expect(names.toSorted()).toEqual([...others, "intents.lock-4"].toSorted());
  await store.close();
});

it("a lock that cannot be given back is told as the store's failure, with its cause", async () => {
  const below = join(directory, "below");
  await mkdir(below);
  const store = await createFileIntentStore(join(below, "intents"));
  await rm(below, { recursive: true });
  await expect(store.close()).rejects.toMatchObject({ code: "file-failed", cause: { code: "ENOENT" } });
});
