import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, rm, truncate } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, it, onTestFinished } from "vitest";
import { RestKit } from "./spec-support/rest-kit.js";

const bin = fileURLToPath(new URL("../bin/sandbox.js", import.meta.url));
// Colours and the like would change the text.
const env = { ...process.env, NO_COLOR: "1", FORCE_COLOR: "0" };
const run = promisify(execFile);

/** Starts the program, waits for its first words, lets `use` work with them, and ends it as Ctrl-C does. */
async function withProgram(flags: readonly string[], use: (text: string) => Promise<void>): Promise<number | null> {
  const program = spawn(process.execPath, [bin, "--port", "0", "--pairs", "2", ...flags], { env });
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

  it("prints the same as one line of JSON with --json", async () => {
    const flags = ["--json", "--profile", "deployed", "--service-name", "abc", "--seed", "5"];
    const code = await withProgram(flags, async (text) => {
      expect(text.trimEnd().split("\n").length).toBe(1);
      expect(JSON.parse(text)).toEqual({
        restUrl: expect.stringMatching(/^http:/),
        pushUrl: expect.stringMatching(/^ws:.*\/cbu$/),
        apiKey: expect.stringMatching(/^[0-9a-f]{40}$/),
        apiSecret: expect.stringMatching(/^[0-9a-f]{40}$/),
        userId: 100_001,
        profile: "deployed",
        serviceName: "abc",
        pairs: ["4BTC_USDT", "4ETH_USDT"],
      });
    });
    expect(code).toBe(0);
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
    [["--pairs", "BTC"], "option-invalid"],
    [["--port", "99999"], "option-invalid"],
    [["--port", "x"], "whole number"],
    [["--profile", "other"], "Allowed choices"],
    [["--nonsense"], "unknown option"],
  ])("refuses %j with exit code 1 and a sentence", async (flags, sentence) => {
    await expect(run(process.execPath, [bin, ...flags], { env })).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining(sentence),
    });
  });
});
