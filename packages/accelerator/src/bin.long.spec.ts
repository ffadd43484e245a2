import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { startSandbox } from "@depthwire/sandbox";
import { describe, expect, it, onTestFinished } from "vitest";
import { askAt, pair } from "./scene.spec-kit.js";

const bin = fileURLToPath(new URL("../bin/accelerator.js", import.meta.url));
// Colours and the like would change the text.
// A folder that is forgotten must not be the home of whoever runs the specs.
const env = { ...process.env, NO_COLOR: "1", FORCE_COLOR: "0", HOME: join(tmpdir(), "depthwire-no-home") };

interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

async function emptyFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "depthwire-accelerator-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  return join(folder, "own");
}

/** Runs the program to its end. */
async function run(args: readonly string[], input = ""): Promise<Ended> {
  const program = spawn(process.execPath, [bin, ...args], { env });
  program.stdin.end(input);
  const [out, err, [code]] = await Promise.all([text(program.stdout), text(program.stderr), once(program, "exit")]);
  return { code, out, err };
}

/** A program that runs. */
interface Begun {
  readonly program: ChildProcess;
  readonly said: string;
  readonly ended: Promise<Ended>;
}

/** Starts the program, and ends it when the test is over. */
function start(args: readonly string[]): Promise<Begun> {
  return startWith(["--sandbox", "--pairs", pair, "--port", "0", ...args]);
}

async function startWith(args: readonly string[]): Promise<Begun> {
  const program = spawn(process.execPath, [bin, ...args], { env });
  const err = text(program.stderr);
  const ended = once(program, "exit").then(async ([code]): Promise<Ended> => ({ code, out: "", err: await err }));
  onTestFinished(() => void program.kill("SIGKILL"));
  const [chunk] = (await Promise.race([once(program.stdout, "data"), ended.then(({ err: words }) => [words])])) as [
    Buffer,
  ];
  return { program, said: String(chunk), ended };
}

describe("the program", () => {
  it("says that the venue is not reached, and why a book is not known", async () => {
    const gone = await startSandbox({ pairs: [pair], seed: 7 });
    await gone.close();
    const words = ["--venue", gone.restUrl, "--push", gone.pushUrl, "--port", "0", "--no-token"];
    const { program, said, ended } = await startWith([...words, "--folder", await emptyFolder()]);
    const [url = ""] = /http:\/\/127\.0\.0\.1:[0-9]+(?=\n)/.exec(said) ?? [];
    const { status, body } = await askAt(url, `/book/${pair}`);
    expect(status).toBe(503);
    expect(body).toMatchObject({ error: { msg: expect.stringContaining("not known yet (connection-failed)") } });
    program.kill("SIGTERM");
    const { err } = await ended;
    expect(err.match(/^venue not reached: .*$/gm)).toEqual([expect.stringContaining(gone.restUrl)]);
  });

  it("runs before a sandbox of its own, wants its token, and says how to go on", async () => {
    const folder = await emptyFolder();
    const { said } = await start(["--folder", folder]);
    const token = (await readFile(join(folder, "token"), "utf8")).trim();
    const [url = ""] = /http:\/\/127\.0\.0\.1:[0-9]+/.exec(said) ?? [];
    expect(said).toContain(`${token}   (shown once`);
    expect((await askAt(url, "/health")).status).toBe(401);
    const headers = { "x-depthwire-token": token };
    await expect.poll(async () => (await askAt(url, "/health", { headers })).status).toBe(200);
    // Every address that it prints answers.
    for (const [, path = ""] of said.matchAll(/http:\/\/127\.0\.0\.1:[0-9]+(\/[^\s"]*)/g)) {
      // The dashboard's goes on to the page.
      const { status } = await fetch(`${url}${path}`, { headers, redirect: "manual" });
      expect(status, path).toBe(path.startsWith("/app") ? 303 : 200);
    }
    const again = await start(["--folder", folder]);
    expect(again.said).not.toContain(token);
  });

  it.each(["SIGINT", "SIGTERM", "SIGHUP"] as const)("ends cleanly on %s, and cancels its orders", async (signal) => {
    const folder = await emptyFolder();
    const { program, said, ended } = await start(["--no-token", "--json", "--cancel-on-exit", "--folder", folder]);
    const { url } = JSON.parse(said) as { url: string };
    const order = { pair, side: "open-long", type: "limit", quantity: "0.01", price: "20000" };
    expect((await askAt(url, "/orders", { body: order })).status).toBe(200);
    program.kill(signal);
    expect(await ended).toMatchObject({ code: 0, err: expect.stringContaining("halt-reached") });
  });

  it("records, and replays it without a key", async () => {
    const folder = await emptyFolder();
    const recording = join(folder, "recording");
    const recorder = await start(["--no-token", "--record", recording, "--folder", folder]);
    const [url = ""] = /http:\/\/127\.0\.0\.1:[0-9]+/.exec(recorder.said) ?? [];
    expect(recorder.said).toContain(`recording   in ${recording}\n`);
    const frames = async (): Promise<unknown> => (await askAt(url, "/health")).body["recording"];
    await expect.poll(frames).toMatchObject({ frames: expect.toSatisfy((count) => count > 20) });
    recorder.program.kill("SIGINT");
    expect(await recorder.ended).toMatchObject({ code: 0 });
    const second = await start(["--no-token", "--record", recording, "--folder", folder]);
    expect(second.said).toContain(`recording   in ${recording}, behind the recording that is there\n`);
    second.program.kill("SIGINT");
    expect(await second.ended).toMatchObject({ code: 0 });
    // A key that would be refused, were it looked at.
    await mkdir(join(folder, "keys"), { mode: 0o700 });
    await writeFile(join(folder, "keys", "default.json"), "no key", { mode: 0o666 });
    const { said, program, ended } = await startWith([
      "--replay",
      recording,
      "--speed",
      "0.01",
      "--port",
      "0",
      "--no-token",
      "--folder",
      folder,
    ]);
    expect(said).toContain("no key is loaded, nobody is asked; there is no account, and nothing is traded");
    for (const [address] of said.matchAll(/http:\/\/127\.0\.0\.1:[0-9]+\/[^\s"]*/g)) {
      const told = await fetch(address, { signal: AbortSignal.timeout(120_000) });
      expect(told.headers.get("x-depthwire-replay"), address).toMatch(/speed=0.01$/);
      expect([200, 503], address).toContain(told.status);
      await told.body?.cancel();
    }
    program.kill("SIGTERM");
    expect(await ended).toMatchObject({ code: 0, err: "" });
  });

  it("says that an order cannot arrive any more when the tolerance that it was told is over", {
    timeout: 60_000,
  }, async () => {
    const folder = await emptyFolder();
    const sandbox = await startSandbox({ pairs: [pair], seed: 7 });
    onTestFinished(() => sandbox.close());
    const { apiKey, apiSecret } = sandbox.credential;
    await run(["key", "put", "--folder", folder], `${apiKey}\n${apiSecret}\n`);
    const before = ["--venue", sandbox.restUrl, "--push", sandbox.pushUrl, "--folder", folder];
    const { said } = await startWith([...before, "--no-token", "--json", "--port", "0", "--tolerance", "0"]);
    const { url } = JSON.parse(said) as { url: string };
    sandbox.faults.add({ kind: "cut-request", when: "before", path: "/v3/cbu/order/open" });
    const body = JSON.stringify({ pair, side: "open-long", type: "limit", quantity: "0.01", price: "20000" });
    // With the usual 30 s, and the margin, nobody could tell as soon as this.
    const signal = AbortSignal.timeout(30_000);
    const told = await fetch(`${url}/orders`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body,
      signal,
    });
    expect({ status: told.status, body: await told.json() }).toMatchObject({
      status: 503,
      body: { error: { code: "not-placed" } },
    });
  });

  it("names a free port where the wanted one is taken", async () => {
    const folder = await emptyFolder();
    const { said } = await start(["--no-token", "--json", "--folder", folder]);
    const { port } = JSON.parse(said) as { port: number };
    const { code, err } = await run([
      "--sandbox",
      "--pairs",
      pair,
      "--no-token",
      "--port",
      String(port),
      "--folder",
      folder,
    ]);
    expect({ code, err }).toEqual({
      code: 1,
      err: expect.stringMatching(/another program has this port; (\d+) is free: --port \1/),
    });
  });

  it.each<[readonly string[], RegExp]>([
    [[], /--venue: it must be given/],
    [["--venue", "nowhere"], /--venue: it must be an address/],
    [["--port", "99999"], /--port/],
    [["--venue", "http://127.0.0.1:9", "--accept-older-state"], /--accept-older-state: it must be beside --data/],
    [["--sandbox", "--bind", "0.0.0.0", "--no-token"], /--bind: it must be a loopback address/],
    [["--sandbox", "--bind", "0.0.0.0"], /--allow-host: it must be/],
    [["--sandboxes"], /did you mean --sandbox/i],
    [["--replay", "x", "--sandbox"], /--replay.*cannot be used with.*--sandbox/],
    [["--replay", "x", "--record", "y"], /cannot be used with/],
    [["--sandbox", "--venue", "http://127.0.0.1:9"], /--sandbox.*cannot be used with.*--venue/],
    [
      ["--venue", "http://127.0.0.1:9", "--account", "nokey"],
      /--account: it must be an account whose key is kept here/,
    ],
    [["--venue", "ftp://127.0.0.1:9"], /--venue: it must be/],
    [["--sandbox", "--speed", "2"], /--speed: it must be beside --replay/],
    [["--replay", "x", "--speed", "0"], /above 0/],
    [["--sandbox", "--tolerance", "soon"], /--tolerance.*a number of seconds/],
  ])("%j is refused with what to do", async (args, words) => {
    const folder = await emptyFolder();
    const { code, err } = await run([...args, ...(args[0] === "--sandboxes" ? [] : ["--folder", folder])]);
    expect({ code, err }).toEqual({ code: 2, err: expect.stringMatching(words) });
  });
});

// Windows knows no such modes.
it.skipIf(process.platform === "win32")("says in one sentence what others may read", async () => {
  const folder = await emptyFolder();
  const refused = async (option: string, path: string, wide: number, wanted: string): Promise<void> => {
    await chmod(path, wide);
    const modes = `closed to other users, and ${path} is of mode 0${wide.toString(8)}: chmod ${wanted} ${path};`;
    const { code, err } = await run(["--venue", "http://127.0.0.1:9", "--folder", folder, ...passphraseFile]);
    expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining(`${option}: it must be ${modes}`) });
    await chmod(path, Number.parseInt(wanted, 8));
  };
  const passphrase = join(folder, "passphrase");
  const passphraseFile = ["--passphrase-file", passphrase];
  await run(["key", "put", "--seal", "--folder", folder], "canary-key\ncanary-secret\ncorrect horse\n");
  await writeFile(passphrase, "correct horse\n", { mode: 0o600 });
  await refused("--folder", folder, 0o755, "0700");
  // The token is there since the start before, whose folder was refused no more.
  await refused("--passphrase-file", passphrase, 0o644, "0600");
  await refused("--folder", join(folder, "token"), 0o644, "0600");
});

it("names the option whose folder cannot be made", async () => {
  const folder = join(bin, "below-a-file");
  const { code, err } = await run(["--sandbox", "--pairs", pair, "--port", "0", "--folder", folder]);
  const words = `--folder: it must be a folder that can be made and written, and ${folder} is none (ENOTDIR`;
  expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining(words) });
});

it("says which pairs the data of its own sandbox were made with", async () => {
  const folder = await emptyFolder();
  const data = ["--data", join(folder, "data"), "--folder", folder, "--no-token"];
  const { program, ended } = await start([...data, "--json"]);
  program.kill("SIGINT");
  expect(await ended).toMatchObject({ code: 0 });
  const { code, err } = await run(["--sandbox", "--pairs", "4ETH_USDT", "--port", "0", ...data]);
  expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining(`made with other settings: pairs ${pair} `) });
});

describe("its keys", () => {
  it("are piped in, listed by name, and never shown", async () => {
    const folder = await emptyFolder();
    const put = await run(["key", "put", "--account", "main", "--folder", folder], "canary-key\ncanary-secret\n");
    expect(put).toEqual({ code: 0, out: "Keeps the key of main.\n", err: "" });
    expect(await run(["key", "list", "--folder", folder])).toMatchObject({ code: 0, out: "main\n" });
    const started = await start(["--folder", folder, "--account", "main"]);
    expect(started.said).not.toMatch(/canary/);
    expect(await run(["key", "remove", "--account", "main", "--folder", folder])).toMatchObject({ code: 0 });
    expect((await run(["key", "list", "--folder", folder])).out).toBe("");
    const wrong = await run(["key", "put", "--folder", folder], "only-a-key\n");
    expect(wrong).toEqual({
      code: 1,
      out: "",
      err: expect.stringMatching(/^Nothing was kept: the API secret must be .* each on a line of its own\.\n$/),
    });
  });

  it("are refused in words that say which file, what is wrong with it, and what to do", async () => {
    const folder = await emptyFolder();
    const file = join(folder, "keys", "main.json");
    const of = ["--account", "main", "--folder", folder];
    const put = (text: string, ...flags: string[]): Promise<Ended> => run(["key", "put", ...of, ...flags], text);
    const used = (...flags: string[]): Promise<Ended> => run(["--venue", "http://127.0.0.1:9", ...of, ...flags]);
    const said = (words: string) => ({ code: 1, err: expect.stringMatching(new RegExp(`^${words}\\.\n$`)) });
    expect(await put("canary-key\ncanary-secret\n\n", "--seal")).toMatchObject(said(".*the passphrase is empty.*"));
    // What is piped in is no slip of the fingers: once is enough.
    expect(await put("canary-key\ncanary-secret\ncorrect horse\n", "--seal")).toMatchObject({ code: 0 });
    const kept = `.* the key of main in ${file} is sealed.* key remove --account main --folder ${folder}`;
    expect(await put("canary-key\ncanary-secret\n")).toMatchObject(said(kept));
    const passphrase = join(folder, "passphrase");
    await writeFile(passphrase, "wrong horse\n", { mode: 0o600 });
    const sealed = `The key of main is not used: this passphrase does not open ${file}.* key put --account main .* --seal`;
    expect(await used("--passphrase-file", passphrase)).toMatchObject(said(sealed));
    expect(await used()).toMatchObject({
      code: 2,
      err: expect.stringContaining("--passphrase-file: it must be given"),
    });
    for (const text of ["null", "no key", '{"apiKey":"canary-key"}']) {
      await writeFile(file, text, { mode: 0o600 });
      const none = `The key of main is not used: ${file} holds no key. Put it in again: .* key put --account main .*`;
      expect(await used(), text).toMatchObject(said(none));
    }
    await chmod(file, 0o644);
    expect(await used()).toMatchObject(said(`.*${file} must be of mode 0600; it is 0644.*`));
  });
});
