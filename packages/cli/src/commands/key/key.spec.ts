import { chmod, mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { type CommandEnd, runCommandLine, type SceneOptions } from "../../command-scene.spec-kit.js";
import { exitCodes } from "../../program/exit-codes.js";

const key = "canary-key-0001";
const secret = "canary-secret-0002";
const piped = { input: `${key}\n${secret}\n` };
let home: string;
let said: string;
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), "depthwire-key-"));
  said = "";
});
afterEach(async () => {
  expect(said).not.toMatch(/canary|correct horse/);
  await rm(home, { recursive: true, force: true });
});

async function typed(words: readonly string[], options: SceneOptions = {}): Promise<CommandEnd> {
  const end = await runCommandLine(words, { home, workingDirectory: home, ...options });
  said += end.out + end.err;
  return end;
}

const file = (): string => join(home, ".depthwire", "keys", "default.json");

/** Whether the kept key signs: nothing is sent. */
function used(options: SceneOptions = {}): Promise<CommandEnd> {
  return typed(["sign", "--body", "{}", "--timestamp", "5", "--json"], options);
}

it("a key is put in, piped or typed, listed without showing it, and removed after a question", async () => {
  expect(await typed(["key", "put"], piped)).toMatchObject({ out: "Keeps the key of default.\n" });
  await typed(["key", "put", "--account", "second"], { answers: [key, secret] });
  expect((await stat(file())).mode & 0o777).toBe(0o600);
  expect(await typed(["key", "list"])).toMatchObject({ out: "default\nsecond\n" });
  expect(await used()).toMatchObject({ exitCode: exitCodes.done });
  expect(await typed(["key", "remove"])).toMatchObject({ exitCode: exitCodes.refusedHere });
  expect(await typed(["key", "remove"], { answers: ["y"] })).toMatchObject({ exitCode: exitCodes.done });
  expect((await typed(["key", "list", "--json"])).envelopes).toMatchObject([
    { data: { account: "second", isSealed: false } },
    { data: { keys: 1 } },
  ]);
  const missing = await typed(["key", "remove", "--yes", "--json"]);
  expect(missing.envelopes).toMatchObject([{ error: { code: "no-key", remedy: "There are second." } }]);
});

it("a key is sealed, sealed anew and unsealed, and its file tells nothing while it is", async () => {
  await typed(["key", "put"], piped);
  const twice = ["correct horse one", "correct horse one"];
  expect(await typed(["key", "seal"], { answers: ["correct horse", "wrong"] })).toMatchObject({
    exitCode: exitCodes.refusedHere,
  });
  expect(await typed(["key", "seal"], { answers: twice })).toMatchObject({ exitCode: exitCodes.done });
  expect(await readFile(file(), "utf8")).not.toMatch(/canary/);
  expect(await typed(["key", "list"])).toMatchObject({ out: "default  sealed\n" });
  expect(await used({ answers: ["another"] })).toMatchObject({ exitCode: exitCodes.refusedHere });
  expect((await used()).envelopes).toMatchObject([{ error: { code: "key-refused" } }]);
  expect(await used({ answers: ["correct horse one"] })).toMatchObject({ exitCode: exitCodes.done });
  const anew = ["correct horse one", "correct horse two", "correct horse two"];
  expect(await typed(["key", "seal"], { answers: anew })).toMatchObject({ exitCode: exitCodes.done });
  expect(await typed(["key", "put"], piped)).toMatchObject({
    exitCode: exitCodes.refusedHere,
    err: expect.stringContaining("depthwire key remove"),
  });
  await writeFile(join(home, "passphrase"), "correct horse two\n", { mode: 0o600 });
  const unsealed = await typed(["key", "unseal", "--passphrase-file", "passphrase"]);
  expect(unsealed).toMatchObject({ exitCode: exitCodes.done });
  expect(await used()).toMatchObject({ exitCode: exitCodes.done });
});

it.each([
  ["the file", () => file(), 0o640],
  ["the folder of keys", () => join(home, ".depthwire", "keys"), 0o755],
  ["the folder", () => join(home, ".depthwire"), 0o750],
])("a key is refused where others can look into %s", async (_what, path, mode) => {
  await typed(["key", "put"], piped);
  await chmod(path(), mode);
  const { exitCode, envelopes } = await used();
  expect(envelopes).toMatchObject([{ error: { code: "key-open" } }]);
  expect(exitCode).toBe(exitCodes.refusedHere);
});

it("a key is taken from a file that its owner alone may read", async () => {
  const from = join(home, "key.json");
  await writeFile(from, JSON.stringify({ apiKey: key, apiSecret: secret }), { mode: 0o644 });
  const line = ["key", "put", "--from", "key.json", "--json"];
  expect((await typed(line)).envelopes).toMatchObject([{ error: { code: "key-open" } }]);
  await chmod(from, 0o600);
  expect((await typed([...line, "--seal"], { answers: ["correct horse", "correct horse"] })).envelopes).toMatchObject([
    { data: { account: "default", isSealed: true } },
  ]);
  expect(await used({ answers: ["correct horse"] })).toMatchObject({ exitCode: exitCodes.done });
});

it("what holds no key, no name, or half a key, is refused without a word of it", async () => {
  await typed(["key", "put"], piped);
  await writeFile(file(), `{"apiKey":"${key}",`);
  expect((await used()).envelopes).toMatchObject([{ error: { code: "key-refused" } }]);
  expect(await typed(["key", "put", "--account", "../up"], piped)).toMatchObject({ exitCode: exitCodes.refusedHere });
  expect(await typed(["key", "put"], { input: `${key}\n` })).toMatchObject({ exitCode: exitCodes.refusedHere });
});

it("limits are kept, shown, changed one by one, and taken away", async () => {
  expect(await typed(["key", "limits"])).toMatchObject({ out: "There are no limits.\n" });
  await typed(["key", "limits", "--max-value", "500"]);
  const both = await typed(["key", "limits", "--max-quantity", "0.5", "--json"]);
  expect(both.envelopes).toMatchObject([{ data: { maxValue: "500", maxQuantity: "0.5" } }]);
  expect(await typed(["key", "limits", "--max-value", "-1"])).toMatchObject({ exitCode: exitCodes.usage });
  await writeFile(join(home, ".depthwire", "limits.json"), '{"maxVlaue":"1"}');
  expect((await typed(["key", "limits", "--json"])).envelopes).toMatchObject([{ error: { code: "file-unusable" } }]);
  expect(await typed(["key", "limits", "--none"])).toMatchObject({ out: "There are no limits.\n" });
});
