import { expect, it, onTestFinished } from "vitest";
import { VirtualClock } from "../clock/virtual-clock.js";
import { startSandbox } from "../sandbox.js";
import { startMs } from "../spec-support/rest-door.js";
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
