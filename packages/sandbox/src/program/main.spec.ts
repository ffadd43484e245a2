import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it, vi } from "vitest";
import { answerQuestions } from "../spec-support/asked-venue.js";
import { holdSignals } from "../spec-support/signals.js";
import { holdStreams } from "../spec-support/streams.js";
import { temporaryFolder } from "../spec-support/temporary-folder.js";
import { printScenarios } from "./list-scenarios.js";
import { type ProgramParts, runSandboxProgram } from "./main.js";

/** What the program printed without a start, and its exit code. */
async function ran(...argv: readonly string[]): Promise<readonly [code: number, out: string, err: string]> {
  const streams = holdStreams();
  const code = await runSandboxProgram(argv);
  return [code, streams.out, streams.err];
}

it("does other things in place of starting, by its first word", async () => {
  vi.stubEnv("DEPTHWIRE_OPERATOR_TOKEN", "secret");
  const questions = answerQuestions('{"now":"n","state":"machine","speed":1,"aheadMs":0}');
  expect(await ran("scenarios", "crash")).toEqual([0, printScenarios(["crash"]).text, ""]);
  expect(await ran("clock")).toEqual([0, "It is n: time runs\n", ""]);
  expect(await ran("snapshots")).toEqual([0, "There are no snapshots\n", ""]);
  expect((await ran("export", "fills"))[0]).toBe(0);
  const usual = "http://127.0.0.1:8090/_sandbox";
  expect(questions.map(({ url }) => url)).toEqual([
    `${usual}/clock`,
    `${usual}/snapshots`,
    `${usual}/exports/fills?format=csv`,
  ]);
  for (const { headers } of questions) {
    expect(headers["authorization"]).toBe("Bearer secret");
  }
});

it("says what is wrong on standard error", async () => {
  expect(await ran("scenarios", "none")).toEqual([2, "", printScenarios(["none"]).text]);
  expect(await ran("--none")).toEqual([2, "", "--none: there is no such option; --help lists the options\n"]);
  expect(await ran("--port", "0", "--pairs", "0")).toEqual([
    2,
    "",
    "--pairs 0: it must be an integer from 1 to 10000; --help lists the options\n",
  ]);
});

it("says its version, and its help by the name that it is called by", async () => {
  const { version } = JSON.parse(await readFile(new URL("../../package.json", import.meta.url), "utf8"));
  expect(await ran("--version")).toEqual([0, `${version}\n`, ""]);
  expect((await ran("--help"))[1]).toMatch(/^Usage: depthwire-sandbox \[options\]/);
  expect((await ran("clock", "--help"))[1]).toMatch(/^Usage: depthwire-sandbox clock /);
  const streams = holdStreams();
  await runSandboxProgram(["--help"], { name: "venue" });
  await runSandboxProgram(["export", "--help"], { name: "venue" });
  expect(streams.out).toMatch(/^Usage: venue \[options\].*Usage: venue export /s);
});

it("starts nothing where it was told to end while it was loaded", async () => {
  const streams = holdStreams();
  expect(await runSandboxProgram(["--port", "0"], { told: AbortSignal.abort() })).toBe(130);
  expect([streams.out, streams.err]).toEqual(["", ""]);
});

/** Runs the program until it is open, and ends it. @returns what it said until it was open, and in all */
async function runOnce(argv: readonly string[], parts: ProgramParts = {}): Promise<{ opening: string; err: string }> {
  const streams = holdStreams();
  const { tell, exits } = holdSignals();
  const run = runSandboxProgram(["--port", "0", "--pairs", "1", "--history", "0", ...argv], parts);
  await expect.poll(() => streams.out).not.toBe("");
  const opening = streams.out;
  tell("SIGINT");
  await run;
  expect(exits).toEqual([0]);
  return { opening, err: streams.err };
}

it("says where it is, with what the command that contains it has to say, and ends when it is told to", async () => {
  const onEnd = vi.fn(async () => {});
  const { opening, err } = await runOnce([], { introduction: "Before it.\n", onEnd });
  expect(opening).toMatch(/^Before it\.\nThe sandbox is open \(profile documented, 1 pairs\)\. Ctrl-C ends it\.\n/);
  expect(opening).not.toContain("both are in");
  expect(onEnd).toHaveBeenCalledTimes(1);
  expect(err).toBe("");
});

it("keeps its key in the usual file, or in the one that is named, while it is open", async () => {
  const path = await temporaryFolder();
  const seen: string[][] = [];
  const onEnd = async (): Promise<void> => void seen.push(await readdir(path));
  const usual = await runOnce(["--json"], { credentialFile: join(path, "usual.json"), onEnd });
  const { restUrl, credentialFile } = JSON.parse(usual.opening) as { restUrl: string; credentialFile: string };
  expect(credentialFile).toBe(join(path, `usual-${new URL(restUrl).port}.json`));
  await runOnce(["--credential-file", join(path, "named.json")], { credentialFile: join(path, "usual.json"), onEnd });
  expect(seen).toEqual([[expect.stringMatching(/^usual-\d+\.json$/)], [expect.stringMatching(/^named-\d+\.json$/)]]);
  expect(await readdir(path)).toEqual([]);
});

it("goes on without a file for its key where the usual one cannot be written, and not where one was named", async () => {
  const nowhere = join(new URL(import.meta.url).pathname, "key.json");
  const { opening, err } = await runOnce(["--json"], { credentialFile: nowhere });
  expect(JSON.parse(opening)).not.toHaveProperty("credentialFile");
  expect(err).toMatch(
    /^The key is in no file, for .*key\.json cannot be written \(.+\)\. --credential-file FILE names another place\.\n$/,
  );
  holdSignals();
  const [code, out, words] = await ran("--port", "0", "--pairs", "1", "--credential-file", nowhere);
  expect([code, out]).toEqual([2, ""]);
  expect(words).toMatch(
    /^--credential-file .*key\.json: it must be a file that can be written \(.+\); --help lists the options\n$/,
  );
});
