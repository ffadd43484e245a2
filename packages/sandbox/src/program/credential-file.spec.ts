import { readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { temporaryFolder } from "../spec-support/temporary-folder.js";
import { credentialFileOf, putCredential, replaceCredentialFile } from "./credential-file.js";

const credential = { apiKey: "key", apiSecret: "secret" };

it("puts a run's key beside the usual one's where it listens at another port", () => {
  expect(credentialFileOf(join("a", "key.json"), 8090)).toBe(join("a", "key.json"));
  expect(credentialFileOf(join("a", "key.json"), 1)).toBe(join("a", "key-1.json"));
});

it("writes key and secret where only the owner may read them, in place of earlier ones, and leaves nothing else", async () => {
  const path = join(await temporaryFolder(), "new", "below", "key.json");
  await replaceCredentialFile(path, { apiKey: "old", apiSecret: "older" });
  await replaceCredentialFile(path, { ...credential, userId: 1 } as typeof credential);
  expect(await readFile(path, "utf8")).toBe('{"apiKey":"key","apiSecret":"secret"}\n');
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  expect((await stat(join(path, ".."))).mode & 0o777).toBe(0o700);
  expect(await readdir(join(path, ".."))).toEqual(["key.json"]);
});

it("puts it nowhere where no place is named", async () => {
  expect(await putCredential(undefined, { port: 8090, credential })).toBeUndefined();
});

it("takes its key away when it is told to, and then has nothing to do at the end of the process", async () => {
  const put = await putCredential(join(await temporaryFolder(), "key.json"), { port: 1, credential });
  const path = put?.path ?? "";
  expect(path).toMatch(/key-1\.json$/);
  expect(await readFile(path, "utf8")).toContain('"secret"');
  const waiting = process.listenerCount("exit");
  put?.remove();
  await expect(readFile(path)).rejects.toMatchObject({ code: "ENOENT" });
  expect(process.listenerCount("exit")).toBe(waiting - 1);
  expect(() => put?.remove()).not.toThrow();
});

it("leaves the key of a later run where it is", async () => {
  const put = await putCredential(join(await temporaryFolder(), "key.json"), { port: 8090, credential });
  const path = put?.path ?? "";
  await writeFile(path, '{"apiKey":"later"}');
  put?.remove();
  expect(await readFile(path, "utf8")).toBe('{"apiKey":"later"}');
});
