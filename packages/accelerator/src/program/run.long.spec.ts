import { access, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough, Readable } from "node:stream";
import { startSandbox } from "@depthwire/sandbox";
import { expect, it, onTestFinished } from "vitest";
import { askAt, pair } from "../scene.spec-kit.js";
import type { Terminal } from "./ask-hidden.js";
import { type Asked, parseFlags, type RunFlags } from "./flags.js";
import { manageKeys } from "./manage-keys.js";
import { type Running, run } from "./run.js";

const logger = { log: () => {} };

async function emptyFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "depthwire-run-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return join(folder, "own");
}

const piped = (text = ""): Terminal => ({ input: Readable.from([text]), output: new PassThrough() });
const parse = (argv: readonly string[]): Asked => parseFlags(argv, "1", "desk");

/** Starts what the flags say at any free port, and ends it when the test is over. */
async function begin(...argv: readonly string[]): Promise<Running> {
  const running = await run(parse(["--port", "0", ...argv]).flags as RunFlags, piped(), logger);
  onTestFinished(() => running.end());
  return running;
}

const keys = (text: string, ...argv: readonly string[]): Promise<string> =>
  manageKeys(parse(["key", ...argv]) as Exclude<Asked, { readonly kind: "run" }>, piped(text));

const wrong = (option: string, rule: string | RegExp) => ({
  code: "option-invalid",
  details: { option, rule: typeof rule === "string" ? rule : expect.stringMatching(rule) },
});

it("a sandbox of its own is traded at, its data and recording are gone on with, and its orders are cancelled where that is asked for", async () => {
  const folder = await emptyFolder();
  const words = ["--sandbox", "--pairs", pair, "--data", join(folder, "data"), "--record", join(folder, "r")];
  const start = (...more: string[]) => begin(...words, "--folder", folder, ...more);
  const first = await start();
  expect(first).toMatchObject({
    venue: "a sandbox of its own",
    access: "trade",
    recording: { directory: join(folder, "r"), goesOn: false },
    pair,
    token: { isNew: true, file: join(folder, "token") },
  });
  const headers = { "x-depthwire-token": first.token?.token ?? "" };
  expect((await askAt(first.accelerator.url, "/health")).status).toBe(401);
  const order = { pair, side: "open-long", type: "limit", quantity: "0.01", price: "20000" };
  const open = async ({ accelerator }: Running): Promise<unknown> =>
    ((await askAt(accelerator.url, "/orders", { headers })).body["orders"] as readonly object[] | undefined)?.length;
  expect((await askAt(first.accelerator.url, "/orders", { headers, body: order })).status).toBe(200);
  await first.end();
  await access(join(folder, "data", "own.sandbox-account"));
  await access(join(folder, "data", "own.sandbox"));

  const second = await start("--cancel-on-exit", "--tolerance", "1");
  expect(second).toMatchObject({ recording: { goesOn: true }, token: { isNew: false } });
  await expect.poll(() => open(second)).toBe(1);
  await second.end();

  const third = await start("--read-only");
  expect(third.access).toBe("read-only");
  await expect.poll(() => open(third)).toBe(0);
  expect((await askAt(third.accelerator.url, "/orders", { headers, body: order })).status).toBe(403);
});

it("a venue is traded at with the key that is kept for its account, and read without one", async () => {
  const sandbox = await startSandbox({ pairs: [pair], seed: 7 });
  onTestFinished(() => sandbox.close());
  const folder = await emptyFolder();
  const before = ["--venue", sandbox.restUrl, "--no-token", "--folder", folder];
  const unnamed = await begin(...before);
  expect(unnamed).toMatchObject({ venue: sandbox.restUrl, token: undefined, pair: undefined, recording: undefined });
  expect(unnamed.accelerator.account).toBeUndefined();
  await expect(begin(...before, "--account", "main")).rejects.toMatchObject(
    wrong("account", 'an account whose key is kept here: put it in with "key put --account main"'),
  );
  const { apiKey, apiSecret } = sandbox.credential;
  expect(await keys(`${apiKey}\n${apiSecret}\n`, "put", "--account", "main", "--folder", folder)).toBe(
    "Keeps the key of main.\n",
  );
  const data = join(folder, "data");
  const named = await begin(...before, "--account", "main", "--data", data, "--pairs", pair);
  expect(named.pair).toBe(pair);
  expect(named.accelerator.account).toBeDefined();
  // Its push address is beside the other one.
  await expect.poll(async () => (await askAt(named.accelerator.url, `/book/${pair}`)).status).toBe(200);
  await access(join(data, "main"));
});

it.each([
  [[], wrong("venue", "given: the base address of the service, or --sandbox in its place")],
  [["--venue", "nowhere"], wrong("venue", "an address, such as https://api.example")],
  [["--sandbox", "--speed", "2"], wrong("speed", "beside --replay")],
  [["--venue", "http://127.0.0.1:9", "--accept-older-state"], wrong("acceptOlderState", "beside --data")],
  [["--sandbox", "--pairs", pair, "--bind", "0.0.0.0"], wrong("bind", /loopback/)],
])("%j is refused", async (argv, refusal) => {
  await expect(begin(...argv, "--no-token", "--folder", await emptyFolder())).rejects.toMatchObject(refusal);
});

it("a recording is replayed without a key, at the speed that is asked for", async () => {
  const folder = await emptyFolder();
  const recording = join(folder, "r");
  const recorder = await begin("--sandbox", "--pairs", pair, "--record", recording, "--no-token", "--folder", folder);
  const told = async (): Promise<unknown> => (await askAt(recorder.accelerator.url, "/health")).body["recording"];
  await expect.poll(told).toMatchObject({ frames: expect.toSatisfy((count) => count > 5) });
  await recorder.end();
  // A key that would be refused, were it looked at.
  await mkdir(join(folder, "keys"), { recursive: true, mode: 0o700 });
  await writeFile(join(folder, "keys", "default.json"), "no key", { mode: 0o666 });
  const replaying = ["--replay", recording, "--no-token", "--folder", folder];
  const slow = await begin(...replaying, "--speed", "0.01");
  expect(slow).toMatchObject({ venue: `the recording in ${recording}`, pair: undefined });
  expect(slow.accelerator.replay?.().speed).toBe(0.01);
  expect(slow.accelerator.account).toBeUndefined();
  const usual = await begin(...replaying);
  expect(usual.accelerator.replay?.().speed).toBe(1);
});

it("keys are put in, sealed, listed and forgotten, and never printed", async () => {
  const folder = await emptyFolder();
  const of = (name: string) => ["--account", name, "--folder", folder];
  expect(await keys("canary-key\ncanary-secret\n", "put", ...of("open"))).toBe("Keeps the key of open.\n");
  const sealed = "canary-key\ncanary-secret\ncorrect horse\n";
  expect(await keys(sealed, "put", "--seal", ...of("typed"))).toBe("Keeps the key of typed, sealed.\n");
  const passphrase = join(folder, "passphrase");
  await writeFile(passphrase, "correct horse\n", { mode: 0o600 });
  const handed = ["put", "--seal", "--passphrase-file", passphrase, ...of("handed")];
  expect(await keys("canary-key\ncanary-secret\n", ...handed)).toBe("Keeps the key of handed, sealed.\n");
  expect(await keys("", "list", ...of("open"))).toBe("handed\nopen\ntyped\n");
  expect(await keys("", "remove", ...of("open"))).toBe("Forgot the key of open.\n");
  expect(await keys("", "remove", ...of("open"))).toBe("There is no key of open.\n");
  await expect(keys("canary-key\ncanary-secret\n\n", "put", "--seal", ...of("none"))).rejects.toMatchObject({
    words: "Nothing was kept: the passphrase is empty. Run it again, or without --seal",
  });
  // A sealed key wants its passphrase where the program starts.
  const before = ["--venue", "http://127.0.0.1:9", "--no-token", "--account"];
  const untold = begin(...before, "typed", "--folder", folder);
  await expect(untold).rejects.toMatchObject(wrong("passphraseFile", /^given where nobody types: the key is sealed/));
  const opened = await begin(...before, "handed", "--passphrase-file", passphrase, "--folder", folder);
  expect(opened.accelerator.account).toBeDefined();
});
