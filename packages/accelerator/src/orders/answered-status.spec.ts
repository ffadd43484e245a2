import { type Sandbox, startSandbox } from "@depthwire/sandbox";
import { expect, it, onTestFinished } from "vitest";
import { askAt, openBefore, pair, type Told } from "../scene.spec-kit.js";
import { lyingVenue, placePath } from "./lying-venue.spec-kit.js";

/** An accelerator whose private stream and books never come, before a venue that answers. */
async function withoutPushes(
  sandbox: Sandbox,
  restAddress: string,
): Promise<(path: string, body: object) => Promise<Told>> {
  const { url } = await openBefore(sandbox, { venue: { addresses: ["ws://127.0.0.1:9/cbu"], restAddress } });
  return (path, body) => askAt(url, path, { body });
}

async function opened(): Promise<Sandbox> {
  const sandbox = await startSandbox({ pairs: [pair], seed: 7, requestsPerWindow: 0 });
  onTestFinished(() => sandbox.close());
  return sandbox;
}

const short = { pair, side: "open-long", quantity: "0.01", type: "market" };
const documented = { pair, order_side: 1, amount: "0.01", order_type: 1, price: "0", order_from: 6 };

it("an order that the venue answered as filled is told as filled, though no push has told of it", async () => {
  const sandbox = await opened();
  const ask = await withoutPushes(sandbox, sandbox.restUrl);
  expect((await ask("/orders", short)).body).toMatchObject({ status: "filled" });
  expect((await ask(placePath, documented)).body).toMatchObject({ state: 0, status: 3 });
  expect((await ask("/orders", { ...short, type: "limit", price: "20000" })).body).toMatchObject({ status: "open" });
});

it("a market order that the venue answers as waiting is asked for before it is told", async () => {
  const sandbox = await opened();
  const text = (said: string): string => said.replace('"status":3', '"status":1');
  const { address } = await lyingVenue(sandbox, 2, { status: 200, text });
  const ask = await withoutPushes(sandbox, address);
  expect((await ask("/orders", short)).body).toMatchObject({ status: "filled" });
  expect((await ask(placePath, documented)).body).toMatchObject({ state: 0, status: 3 });
});
