import { startSandbox } from "@depthwire/sandbox";
import { usdt } from "@depthwire/schema";
import { expect, it, onTestFinished } from "vitest";
import { accountOf, exampleFolder, startExample } from "./program.spec-kit.js";

const pair = "4BTC_USDT";

it("follow-a-book.ts tells best prices, as often as it was asked to", async () => {
  const sandbox = await startSandbox({ pairs: [pair], depthIntervalMs: 25, tickIntervalMs: 25 });
  onTestFinished(() => sandbox.close());
  const run = await startExample("follow-a-book", ["--push", sandbox.pushUrl], await exampleFolder());
  await run.ended();
  expect(run.lines).toHaveLength(5);
  expect(run.lines[0]).toMatch(/^\d+: \d+(\.\d+)? \/ \d+(\.\d+)?$/);
});

it("place-and-resolve.ts places an order, and finds one whose answer was cut off, and one that never arrived", async () => {
  const sandbox = await startSandbox({ pairs: [pair], requestsPerWindow: 0, timestampToleranceMs: 1_000 });
  onTestFinished(() => sandbox.close());
  const folder = await exampleFolder(sandbox);
  const args = [...accountOf(sandbox), "--price", "40000", "--tolerance-ms", "1000"];
  const placing = async () => {
    const run = await startExample("place-and-resolve", args, folder);
    await run.ended();
    return run.lines;
  };
  const waiting = expect.stringMatching(/^\d+: open-long 0\.01 at 40000(\.0+)?$/);
  expect(await placing()).toEqual([expect.stringMatching(/^placed: \d+$/), waiting]);
  sandbox.faults.add({ kind: "cut-request", path: usdt.placeOrder.path, when: "after" });
  expect(await placing()).toEqual([expect.stringMatching(/^cut off: /), "placed", waiting, waiting]);
  sandbox.faults.add({ kind: "cut-request", path: usdt.placeOrder.path, when: "before" });
  expect(await placing()).toEqual([expect.stringMatching(/^cut off: /), "not-placed", waiting, waiting]);
});
