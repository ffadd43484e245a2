import { expect, it, onTestFinished } from "vitest";
import { VirtualClock } from "../clock/virtual-clock.js";
import { startSandbox } from "../sandbox.js";
import { answerQuestions } from "../spec-support/asked-venue.js";
import { startMs } from "../spec-support/rest-door.js";
import { holdStreams, inOneLine } from "../spec-support/streams.js";
import { steerClock } from "./steer-clock.js";

const token = "a-token-of-the-operator";

/** What the command prints about a sandbox whose machine's time stands, and its exit code. */
async function open(): Promise<(...words: string[]) => Promise<string>> {
  const sandbox = await startSandbox({ pairs: 1, clock: new VirtualClock(startMs), operatorToken: token });
  onTestFinished(() => sandbox.close());
  return async (...words) => {
    const { text, exitCode } = await steerClock([...words, "--venue", sandbox.restUrl], "depthwire-sandbox", token);
    return `${exitCode} ${text}`;
  };
}

it("says a venue's time, lets it stand, pass and run on", async () => {
  const clock = await open();
  expect(await clock()).toBe("0 It is 2023-11-14T22:13:20.000Z: time runs\n");
  expect(await clock("--pause")).toMatch(/^0 It is 2023-11-14T22:13:20\.000Z: time stands, /);
  expect(await clock("--step", "5000")).toMatch(/^0 It is 2023-11-14T22:13:25\.000Z: time stands, 5000 ms ahead/);
  expect(await clock("--step")).toMatch(/^0 It is 2023-11-14T22:13:25\.\d+Z: time stands, /);
  expect(await clock("--until", "2023-11-14T22:14:00Z")).toMatch(/^0 It is 2023-11-14T22:14:00\.000Z: time stands, /);
  expect(await clock("--until", String(startMs + 60_000))).toMatch(/^0 It is 2023-11-14T22:14:20\.000Z: /);
  expect(await clock("--speed", "10")).toMatch(/: time runs 10 times as fast as the machine's, 60000 ms ahead/);
  expect(await clock("--pause")).toMatch(/time stands/);
  expect(await clock("--resume")).toMatch(/runs 10 times/);
  expect(JSON.parse((await clock("--json")).slice(2))).toMatchObject({ state: "steered", speed: 10 });
});

it("says why a venue or the command line refuses", async () => {
  const clock = await open();
  expect(await clock("--until", String(startMs - 1))).toMatch(
    /^1 http.* refuses with HTTP 400: .*time does not go back/,
  );
  expect(await clock("--step", "0")).toMatch(/^1 .*400.*an integer from 1 to/);
  expect(await clock("--step", "soon")).toMatch(/^2 .*it must be a number/);
  expect(await clock("--step", "5", "--until", "9")).toMatch(/^2 .*cannot be used with/);
  expect(await clock("--pause", "--speed", "2")).toMatch(/^2 .*cannot be used with/);
  const { text, exitCode } = await steerClock(["--venue", "http://127.0.0.1:9"], "depthwire-sandbox", undefined);
  expect([exitCode, text]).toEqual([1, expect.stringContaining("--venue says where it listens")]);
});

const usual = "http://127.0.0.1:8090/_sandbox/clock";

it.each<[string, string, string, unknown?]>([
  ["", "GET", ""],
  ["--pause", "POST", "/pause", {}],
  ["--resume", "POST", "/resume", {}],
  ["--speed 0.125", "POST", "/resume", { speed: 0.125 }],
  ["--resume --speed 10", "POST", "/resume", { speed: 10 }],
  ["--step", "POST", "/step", {}],
  ["--step 2.5", "POST", "/step", { ms: 2.5 }],
  ["--until 1700000000000", "POST", "/until", { at: 1_700_000_000_000 }],
  ["--until 2026-01-31T08:00:00Z", "POST", "/until", { at: "2026-01-31T08:00:00Z" }],
  ["--until x1", "POST", "/until", { at: "x1" }],
])("asks the usual venue for %s", async (line, method, path, body) => {
  const questions = answerQuestions('{"state":"machine","now":"n","speed":1,"aheadMs":0}');
  const argv = line.split(" ").filter((word) => word !== "");
  expect(await steerClock(argv, "venue", undefined)).toEqual({ text: "It is n: time runs\n", exitCode: 0 });
  const headers = { "content-type": "application/json" };
  expect(questions).toEqual([{ url: `${usual}${path}`, method, headers, ...(body === undefined ? {} : { body }) }]);
});

it.each([
  ["--pause --resume", "'--pause' cannot be used with option '--resume'"],
  ["--pause --step", "'--pause' cannot be used with option '--step [ms]'"],
  ["--pause --until 1", "'--pause' cannot be used with option '--until <moment>'"],
  ["--resume --step", "'--resume' cannot be used with option '--step [ms]'"],
  ["--resume --until 1", "'--resume' cannot be used with option '--until <moment>'"],
  ["--speed 1 --step", "'--speed <number>' cannot be used with option '--step [ms]'"],
  ["--speed 1 --until 1", "'--speed <number>' cannot be used with option '--until <moment>'"],
])("does one thing at a time: %s", async (line, words) => {
  const streams = holdStreams();
  const questions = answerQuestions("{}");
  const { text, exitCode } = await steerClock(line.split(" "), "venue", undefined);
  expect([exitCode, text]).toEqual([2, `error: option ${words}\n`]);
  expect([questions, streams.err]).toEqual([[], ""]);
});

it.each(["x1", "1x", "1.1234567", "1.", "-1", "1234567890123456"])("takes %s for no number", async (text) => {
  for (const flag of ["--speed", "--step"]) {
    expect(await steerClock([`${flag}=${text}`], "venue", undefined)).toMatchObject({
      exitCode: 2,
      text: expect.stringContaining(`argument '${text}' is invalid. it must be a number`),
    });
  }
});

it("prints its help", async () => {
  const streams = holdStreams();
  expect(await steerClock(["--help"], "venue", undefined)).toEqual({ text: "", exitCode: 0 });
  expect(inOneLine(streams.out)).toBe(
    inOneLine(`
Usage: venue clock [options]

The time of a sandbox that runs: says it, lets it stand, run on, or pass at once

Options:
  --pause time stands; a step on its way ends
  --resume time runs on, as fast as before
  --speed <number> time runs on, so many times as fast as the machine's
  --step [ms] so many milliseconds pass at once, or as many as are left until the next tick
  --until <moment> time passes at once until then: epoch milliseconds, or like 2026-01-31T08:00:00Z
  --venue <address> where the sandbox listens (default: "http://127.0.0.1:8090")
  --json print the answer as it comes
  -h, --help display help for command

The operator's token, where there is one, is taken from DEPTHWIRE_OPERATOR_TOKEN.`),
  );
});
