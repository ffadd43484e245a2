import { appendFile, readFile } from "node:fs/promises";
import { join } from "node:path";
import { startSandbox } from "@depthwire/sandbox";
import { expect, it, onTestFinished } from "vitest";
import { addressesOf, exampleFolder, startExample } from "./program.spec-kit.js";

it("funding-collector.ts writes each rate once, over restarts and behind half a line", async () => {
  const sandbox = await startSandbox({ pairs: ["4BTC_USDT", "4ETH_USDT", "5BTC_USD"], requestsPerWindow: 0 });
  onTestFinished(() => sandbox.close());
  const folder = await exampleFolder();
  const out = join(folder, "funding.ndjson");
  const collect = async (): Promise<string> => {
    const args = [...addressesOf(sandbox), "--out", out, "--every", "600"];
    const run = await startExample("funding-collector", args, folder);
    await expect.poll(() => run.lines.length).toBe(1);
    run.interrupt();
    await run.ended();
    return run.lines[0] ?? "";
  };
  expect(await collect()).toBe("3 new, 3 in all");
  await appendFile(out, '{"pair":"4BT');
  expect(await collect()).toBe("0 new, 3 in all");
  const rows = (await readFile(out, "utf8")).split("\n").filter((line) => line.endsWith("}"));
  expect(rows.map((row) => JSON.parse(row) as object)).toContainEqual({
    pair: "4BTC_USDT",
    rate: expect.stringMatching(/^-?\d+(\.\d+)?$/),
    fixedAtMs: expect.any(Number),
    tagPrice: expect.stringMatching(/^\d+(\.\d+)?$/),
  });
});

it("spot-contract-arbitrage.ts looks at both books, and finds what is worth more than nothing", async () => {
  const timing = { depthIntervalMs: 25, tickIntervalMs: 25 };
  const sandbox = await startSandbox({ pairs: ["4BTC_USDT", "BTC_USDT"], seed: 5, ...timing });
  onTestFinished(() => sandbox.close());
  const folder = await exampleFolder();
  const run = async (...args: readonly string[]): Promise<readonly string[]> => {
    const all = ["--push", sandbox.pushUrl, "--quantity", "0.01", "--seconds", "4", ...args];
    const { lines, ended } = await startExample("spot-contract-arbitrage", all, folder);
    await ended();
    return lines;
  };
  // Any difference at all, even one that costs: there is one as soon as both books are live.
  const [first = "", ...others] = await run("--min-bps=-10000");
  expect(first).toMatch(/^buy 0\.01 on (spot, sell on contract|contract, sell on spot): -?[\d.]+ \(-?[\d.]+ bps\)$/);
  expect(others.at(-1)).toMatch(/^\d+ found in [1-9]\d* looks; \d+ times a book was not fit to be looked at$/);
  expect(await run("--min-bps", "5000")).toEqual([expect.stringMatching(/^0 found in [1-9]\d* looks; /)]);
});
