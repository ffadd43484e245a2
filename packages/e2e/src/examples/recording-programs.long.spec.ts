import { startSandbox } from "@depthwire/sandbox";
import { expect, it, onTestFinished } from "vitest";
import { exampleFolder, startExample } from "./program.spec-kit.js";

const pair = "4BTC_USDT";

it("recorder.ts records until Ctrl-C, and replay-backtest.ts sees every update of it, twice the same", async () => {
  const sandbox = await startSandbox({ pairs: [pair], seed: 5, depthIntervalMs: 10, tickIntervalMs: 10 });
  onTestFinished(() => sandbox.close());
  const folder = await exampleFolder();
  const recorder = await startExample(
    "recorder",
    ["captures", pair, "--push", sandbox.pushUrl, "--every", "1"],
    folder,
  );
  const framesOf = (line = ""): number => Number(/^1 of 1 books live; (\d+) frames in 1 segments$/.exec(line)?.[1]);
  await expect.poll(() => framesOf(recorder.lines.at(-1)), { timeout: 60_000 }).toBeGreaterThan(500);
  recorder.interrupt();
  await recorder.ended();

  const results: string[] = [];
  for (let n = 0; n < 2; n++) {
    const backtest = await startExample("replay-backtest", ["captures", pair], folder);
    await backtest.ended();
    results.push(...backtest.lines);
  }
  const [, states, gaps, trades] =
    /^(\d+) states, (\d+) gaps, (\d+) trades, -?[\d.]+ made before fees$/.exec(results[0] ?? "") ?? [];
  expect(Number(states)).toBeGreaterThan(50);
  expect(gaps).toBe("0");
  expect(Number(trades)).toBeGreaterThan(0);
  expect(results[1]).toBe(results[0]);
});

it("recorder.ts ends with exit code 1 when nothing can be written any more", async () => {
  const sandbox = await startSandbox({ pairs: [pair], seed: 5 });
  onTestFinished(() => sandbox.close());
  const folder = await exampleFolder();
  // A file stands where its folder should be.
  const recorder = await startExample("recorder", ["package.json", pair, "--push", sandbox.pushUrl], folder);
  await recorder.ended(1);
  expect(recorder.lines.join("\n")).toMatch(/package\.json/);
});
