import { expect, it } from "vitest";
import { runThreads } from "./run.js";

const silent = (): void => undefined;

it("kills no thread that starts, and has each book live again", async () => {
  const { summary, failures } = await runThreads({ kills: 10, seed: 1, startRule: "patient" }, silent);
  expect(failures).toEqual([]);
  expect(summary).toMatchObject({ kills: 10, hangs: 1, killedWhileStarting: 0, threadsLost: 11 });
}, 300_000);

it("is able to fail: by the rule for running threads those that start are ended", async () => {
  const { summary, failures } = await runThreads({ kills: 1, seed: 1, startRule: "impatient" }, silent);
  expect(summary["killedWhileStarting"]).toBeGreaterThan(0);
  expect(failures.join()).toMatch(/ended for silence while they started/);
}, 300_000);
