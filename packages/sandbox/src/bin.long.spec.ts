import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, readdir, readFile, rm, truncate, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, it, onTestFinished } from "vitest";
import { createInMemoryVenue } from "./in-memory.js";
import { describe as describeStart } from "./program/describe.js";
import type { Sandbox } from "./sandbox.js";
import { type KeyPair, RestKit } from "./spec-support/rest-kit.js";

const bin = fileURLToPath(new URL("../bin/sandbox.js", import.meta.url));
// Colours and the like would change the text.
const env = { ...process.env, NO_COLOR: "1", FORCE_COLOR: "0" };
const run = promisify(execFile);

/** Starts the program, waits for its first words, lets `use` work with them, and ends it as Ctrl-C does. */
async function withProgram(
  flags: readonly string[],
  use: (text: string) => Promise<void>,
  variables: NodeJS.ProcessEnv = {},
): Promise<number | null> {
  const program = spawn(process.execPath, [bin, "--port", "0", "--pairs", "2", ...flags], {
    env: { ...env, ...variables },
  });
  const ended = once(program, "exit");
  const [chunk] = (await once(program.stdout, "data")) as [Buffer];
  try {
    await use(chunk.toString("utf8"));
  } finally {
    program.kill("SIGINT");
  }
  const [code] = (await ended) as [number | null];
  return code;
}

/** What a shell would make of the line: a program, then its arguments without their quotes. */
function wordsOf(line: string): string[] {
  return [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare ?? "");
}

describe("the program", () => {
  it("prints addresses, a key with its secret, and a curl line that works; Ctrl-C ends it with 0", async () => {
    const code = await withProgram([], async (text) => {
      expect(text).toMatch(/REST +http:\/\/127\.0\.0\.1:\d+\n/);
      expect(text).toMatch(/push +ws:\/\/127\.0\.0\.1:\d+\/cbu\n/);
      expect(text).toMatch(/API key +[0-9a-f]{40}\n/);
      expect(text).toMatch(/API secret +[0-9a-f]{40} /);
      const line = text.split("\n").find((one) => one.includes("curl"));
      const [, address = ""] = wordsOf(line ?? "");
      const answer = (await (await fetch(address)).json()) as { result: { pair: string; asks: unknown[] } };
      expect(answer.result.pair).toBe("4BTC_USDT");
      expect(answer.result.asks.length).toBe(3);
    });
    expect(code).toBe(0);
  });

  it("with a directory says that it is closing, and leaves no key file", async () => {
    const directory = await mkdtemp(join(tmpdir(), "sandbox-closing-"));
    onTestFinished(() => rm(directory, { recursive: true, force: true }));
    const flags = ["--data", "kept", "--credential-file", "credential.json", "--json"];
    const program = spawn(process.execPath, [bin, "--port", "0", "--pairs", "2", ...flags], { env, cwd: directory });
    const said = text(program.stderr);
    const ended = once(program, "exit");
    const [chunk] = (await once(program.stdout, "data")) as [Buffer];
    const { credentialFile } = JSON.parse(chunk.toString("utf8")) as { readonly credentialFile: string };
    expect(await readdir(directory)).toContain(credentialFile);
    program.kill("SIGINT");
    expect(await ended).toEqual([0, null]);
    expect(await said).toMatch(/^Closing: what happened is written to kept\. /m);
    expect(await readdir(directory)).toEqual(["kept"]);
  });

  it("whose reader is gone says nothing of it: the help ends with 0, the venue goes on", async () => {
    const help = spawn(process.execPath, [bin, "--help"], { env, stdio: ["ignore", "pipe", "pipe"] });
    help.stdout.destroy();
    const said = text(help.stderr);
    expect(await once(help, "exit")).toEqual([0, null]);
    expect(await said).toBe("");
  });

  it("opens with the terms of a file, and says which of them is wrong", async () => {
    const directory = await mkdtemp(join(tmpdir(), "sandbox-terms-"));
    onTestFinished(() => rm(directory, { recursive: true, force: true }));
    const file = join(directory, "terms.json");
    await writeFile(file, JSON.stringify({ takerFeeRate: "0.001", contracts: { "4BTC_USDT": { maxPosition: "7" } } }));
    await withProgram(["--json", "--terms", file], async (text) => {
      const { restUrl } = JSON.parse(text) as { restUrl: string };
      const answer = (await (await fetch(`${restUrl}/v3.1/cquery/buValue`)).json()) as { result: object[] };
      expect(answer.result[0]).toMatchObject({ taker_fee: "0.0010000000", hold_max: "7.0000000000" });
    });
    await writeFile(file, JSON.stringify({ contracts: { "4BTC_USDT": { maxPosition: 7 } } }));
    const failed = run(process.execPath, [bin, "--port", "0", "--terms", file], { env });
    await expect(failed).rejects.toMatchObject({ code: 2, stderr: expect.stringContaining("maxPosition") });
  });

  it("prints the same as one line of JSON with --json", async () => {
    const flags = ["--json", "--profile", "deployed", "--service-name", "abc", "--seed", "5"];
    const { credential } = createInMemoryVenue({ seed: 5 });
    const code = await withProgram(flags, async (text) => {
      expect(text.trimEnd().split("\n").length).toBe(1);
      expect(JSON.parse(text)).toEqual({
        restUrl: expect.stringMatching(/^http:/),
        pushUrl: expect.stringMatching(/^ws:.*\/cbu$/),
        ...credential,
        userId: 100_001,
        profile: "deployed",
        serviceName: "abc",
        pairs: ["4BTC_USDT", "4ETH_USDT"],
      });
    });
    expect(code).toBe(0);
  });

  it("makes a secret up at its start, which nobody can compute", async () => {
    await withProgram(["--json"], async (text) => {
      const { apiKey, apiSecret } = JSON.parse(text) as KeyPair;
      const usual = createInMemoryVenue().credential;
      expect([usual.apiKey, usual.apiSecret]).not.toContain(apiKey);
      expect([usual.apiKey, usual.apiSecret]).not.toContain(apiSecret);
    });
  });

  it("takes the operator's token from a file of his own, or from the environment, and asks for it", async () => {
    const folder = await mkdtemp(join(tmpdir(), "sandbox-token-"));
    onTestFinished(() => rm(folder, { recursive: true }));
    const file = join(folder, "token");
    const token = "a-token-of-the-operator";
    await writeFile(file, `${token}\n`, { mode: 0o600 });
    const check = async (text: string): Promise<void> => {
      const address = `${(JSON.parse(text) as { restUrl: string }).restUrl}/_sandbox/accounts`;
      expect((await fetch(address)).status).toBe(401);
      expect((await fetch(address, { headers: { authorization: `Bearer ${token}` } })).status).toBe(200);
    };
    await withProgram(["--json", "--operator-token-file", file], check);
    await withProgram(["--json"], check, { DEPTHWIRE_OPERATOR_TOKEN: token });
    await chmod(file, 0o644);
    await expect(run(process.execPath, [bin, "--operator-token-file", file], { env })).rejects.toMatchObject({
      code: 2,
      stderr: expect.stringContaining("0600"),
    });
  });

  it("opens itself to the names and pages that its flags say", async () => {
    const page = "http://localhost:3000";
    const flags = [
      "--json",
      "--allow-origin",
      "http://app.test",
      "--allow-origin",
      page,
      "--allow-host",
      "devbox.test",
    ];
    await withProgram(flags, async (text) => {
      const { restUrl } = JSON.parse(text) as { restUrl: string };
      const answer = await fetch(`${restUrl}/v2/mdata/depth?pair=4BTC_USDT`, { headers: { origin: page } });
      expect(answer.headers.get("access-control-allow-origin")).toBe(page);
    });
  });

  it("says which venue commands must be given where it listens at another port than 8090", () => {
    const { credential } = createInMemoryVenue();
    const wordsAt = (port: number): string => {
      const sandbox = { pairs: ["4BTC_USDT"], port, restUrl: `http://127.0.0.1:${port}`, credential };
      return describeStart(sandbox as unknown as Sandbox, undefined, "key.json");
    };
    expect(wordsAt(8091)).toContain("depthwire commands here use them with --venue http://127.0.0.1:8091\n");
    expect(wordsAt(8090)).toContain("depthwire commands here use them\n");
  });

  it("takes port 8090 when that is free, else any other, and says so", async () => {
    const holder = createServer();
    const held = await new Promise<boolean>((resolve) => {
      holder.once("error", () => resolve(false));
      holder.listen(8090, "127.0.0.1", () => resolve(true));
    });
    onTestFinished(() => void holder.close());
    const program = spawn(process.execPath, [bin, "--pairs", "2", "--json"], { env });
    onTestFinished(() => void program.kill());
    const firstWords = async (stream: Readable): Promise<string> => String((await once(stream, "data"))[0]);
    const notice = firstWords(program.stderr);
    const { port } = new URL((JSON.parse(await firstWords(program.stdout)) as { restUrl: string }).restUrl);
    // Somebody else who had the port may have given it back meanwhile: then it was free.
    if (held || port !== "8090") {
      expect(port).not.toBe("8090");
      expect(await notice).toContain(`Port 8090 is taken, so the sandbox listens at ${port}.`);
    }
  });

  it("is as strict, and takes as many requests, as its flags say", async () => {
    const flags = ["--json", "--tolerant", "--requests", "2", "--timestamp-tolerance", "1000", "--refuse-replays"];
    await withProgram(flags, async (text) => {
      const { restUrl, apiKey, apiSecret } = JSON.parse(text) as { restUrl: string; apiKey: string; apiSecret: string };
      const kit = new RestKit({ restUrl, credential: { apiKey, apiSecret }, serviceName: "svc" });
      const timestamp = Date.now();
      expect(await kit.post("/v3/cbu/assets", "", { timestamp: timestamp - 5000 })).toMatchObject({ state: 3025 });
      expect(await kit.post("/v3/cbu/assets", "", { timestamp })).toMatchObject({ state: 0 });
      expect(await kit.post("/v3/cbu/assets", "", { timestamp })).toMatchObject({ state: 2091 });
    });
  });

  it("says whether its data begin or go on, and refuses data that are older than what was acknowledged", async () => {
    const directory = await mkdtemp(join(tmpdir(), "sandbox-bin-"));
    onTestFinished(() => rm(directory, { recursive: true, force: true }));
    const flags = ["--data", directory];
    const first = await withProgram(flags, async (text) => expect(text).toContain("a new venue begins here"));
    const second = await withProgram(flags, async (text) => expect(text).toMatch(/goes on from command \d+/));
    expect([first, second]).toEqual([0, 0]);
    await truncate(join(directory, (await readdir(directory)).find((name) => name.endsWith(".ldb")) ?? ""), 9);
    const refused = run(process.execPath, [bin, "--port", "0", "--pairs", "2", ...flags], { env });
    await expect(refused).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining("--accept-older-state") });
  });

  it.each([
    [["--nonsense"], 2, /^--nonsense: there is no such option; --help lists the options\n$/],
    [
      ["--host", "192.0.2.1", "--port", "0"],
      2,
      /^--host 192\.0\.2\.1: it must be an address of this machine \(.+\); --help/,
    ],
    [["--data", bin], 1, /^--data .*sandbox\.js: .*store-failed.*\(.*not a directory.*\); Look at the cause/],
  ])("refuses %j with exit code %i, and says what is wrong and what to do", async (flags, code, stderr) => {
    const failed = run(process.execPath, [bin, ...flags], { env });
    await expect(failed).rejects.toMatchObject({ code, stdout: "", stderr: expect.stringMatching(stderr) });
  });

  it("says its version", async () => {
    const { version } = JSON.parse(await readFile(new URL("../package.json", import.meta.url), "utf8"));
    expect((await run(process.execPath, [bin, "--version"], { env })).stdout).toBe(`${version}\n`);
  });
});
