import { startSandbox } from "@depthwire/sandbox";
import { expect, it, onTestFinished } from "vitest";
import { askAt, inStep, openBefore, pair, setScene } from "../scene.spec-kit.js";

it("trades are as fresh as positions: behind an order of the caller's that no push has told of they are refused", async () => {
  const scene = await setScene();
  const { ask, sandbox } = scene;
  await inStep(scene, "/orders");
  expect(await ask("/fills")).toMatchObject({ status: 200, body: { fills: [] } });
  sandbox.faults.add({ kind: "delay", channel: "private", ms: 20_000, count: 1_000 });
  const placed = await ask("/orders", { body: { pair, side: "open-long", type: "market", quantity: "0.01" } });
  expect(placed).toMatchObject({ status: 200, body: { status: "filled" } });
  const refused = await ask("/fills");
  expect(refused).toMatchObject({ status: 503, body: { error: { code: "stale" } } });
  expect(refused.body.error).toEqual((await ask("/positions")).body.error);
  expect(await ask("/fills?allow-stale=1")).toMatchObject({ status: 200, body: { fills: expect.any(Array) } });
});

it("trades of an account that was never in step are refused, unless the caller takes what is there", async () => {
  const sandbox = await startSandbox({ pairs: [pair], seed: 7 });
  onTestFinished(() => sandbox.close());
  const venue = { addresses: ["ws://127.0.0.1:9/cbu"], restAddress: sandbox.restUrl };
  const { url } = await openBefore(sandbox, { venue, patienceMs: 100 });
  expect(await askAt(url, "/fills")).toMatchObject({ status: 503, body: { error: { code: "stale" } } });
  expect(await askAt(url, "/fills?allow-stale=1")).toMatchObject({ status: 200, body: { fills: [] } });
});
