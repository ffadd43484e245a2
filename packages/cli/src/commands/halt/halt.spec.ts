import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { exitCodes } from "../../program/exit-codes.js";
import { type AccountScene, lowPrice, openAccountScene, pair, resultOf } from "../../trading/account-scene.spec-kit.js";

let scene: AccountScene;
beforeAll(async () => {
  scene = await openAccountScene();
});
afterAll(() => scene[Symbol.asyncDispose]());

const bid = ["order", "buy", pair, "0.01", "--at", lowPrice, "--yes", "--json"];
const viaCall = ["call", "placeOrder", `pair=${pair}`, "side=open-short", "type=limit", "quantity=0.01", "price=60000"];

it("a halt asks, cancels what is open, and lasts until it is resumed; closing and cancelling go on", async () => {
  await scene.run(["order", "buy", pair, "0.02", "--at", "market", "--yes"]);
  await scene.run(bid);
  expect(await scene.run(["halt"])).toMatchObject({ exitCode: exitCodes.refusedHere });
  expect(resultOf(await scene.run(["halt", "--show", "--json"]))).toMatchObject({ halted: false });

  const halted = await scene.run(["halt", "--reason", "news"], { answers: ["y"] });
  expect(halted.err).toMatch(/open orders +1\n/);
  expect(halted).toMatchObject({
    exitCode: exitCodes.done,
    out: expect.stringContaining("Nothing USDT-margined is open"),
  });
  expect(resultOf(await scene.run(["orders", "--json"]))).toEqual({ orders: 0 });

  for (const line of [bid, [...viaCall, "--yes", "--json"]]) {
    const { exitCode, envelopes } = await scene.run(line);
    expect(envelopes).toMatchObject([{ error: { code: "halted", message: expect.stringContaining("news") } }]);
    expect(exitCode).toBe(exitCodes.refusedHere);
  }
  const closing = ["order", "sell", pair, "0.01", "--close", "--at", "market", "--yes"];
  expect(await scene.run(closing)).toMatchObject({ exitCode: exitCodes.done });
  expect(await scene.run(["flatten", "--yes"])).toMatchObject({ exitCode: exitCodes.done });

  expect(await scene.run(["halt", "--resume"])).toMatchObject({ exitCode: exitCodes.refusedHere });
  expect(resultOf(await scene.run(["halt", "--resume", "--yes", "--json"]))).toMatchObject({ ended: 1 });
  expect(await scene.run(bid)).toMatchObject({ exitCode: exitCodes.done });
});

it("a halt holds for an order too whose question is answered after it", async () => {
  const line = bid.filter((word) => word !== "--yes");
  const beforeAnswer = () => scene.run(["halt", "--yes"]);
  const { envelopes } = await scene.run(line, { answers: ["y"], beforeAnswer });
  expect(envelopes).toMatchObject([{ error: { code: "halted" } }]);
  await scene.run(["halt", "--resume", "--yes"]);
});

it("a halt is kept before the service confirms it, so that one that is cut off holds too", async () => {
  scene.sandbox.faults.add({ kind: "http-error", path: "/v3/cbu/order/list", count: 1_000 });
  const stop = new AbortController();
  const halting = scene.run(["halt", "--yes", "--json"], { signal: stop.signal });
  await expect.poll(async () => resultOf(await scene.run(["halt", "--show", "--json"]))["halted"]).toBe(true);
  stop.abort();
  expect(await halting).toMatchObject({ exitCode: exitCodes.interrupted });
  scene.sandbox.faults.clear();
  expect(await scene.run(bid)).toMatchObject({ exitCode: exitCodes.refusedHere });
  await scene.run(["halt", "--resume", "--yes"]);
});

it("a mark that cannot be read counts as a halt; one of another account does not", async () => {
  await scene.run(["halt", "--yes"]);
  const folder = join(scene.home, ".depthwire", "halts");
  const [name = ""] = await readdir(folder);
  await writeFile(join(folder, name), "{");
  expect(await scene.run(bid)).toMatchObject({ exitCode: exitCodes.refusedHere });
  const other = {
    venue: scene.sandbox.restUrl,
    from: "elsewhere",
    account: "other",
    keyDigest: "0",
    reason: "x",
    sinceMs: 1,
  };
  await writeFile(join(folder, name), JSON.stringify(other));
  expect(await scene.run(bid)).toMatchObject({ exitCode: exitCodes.done });
});

it("a halt that cannot be kept cancels what is open all the same, and says so", async () => {
  await scene.run(bid);
  const folder = join(scene.home, "no-folder");
  await writeFile(folder, "a file");
  const { exitCode, err } = await scene.run(["halt", "--yes", "--folder", folder]);
  expect(err).toContain("the halt was not kept");
  expect(exitCode).not.toBe(exitCodes.done);
  expect(resultOf(await scene.run(["orders", "--json"]))).toEqual({ orders: 0 });
});

it("halts and limits of several commands at once are all kept", async () => {
  const ends = await Promise.all(Array.from({ length: 5 }, () => scene.run(["halt", "--yes"])));
  expect(ends.map(({ exitCode }) => exitCode)).toEqual(ends.map(() => exitCodes.done));
  expect(resultOf(await scene.run(["halt", "--show", "--json"]))).toMatchObject({ halted: true });
  await scene.run(["halt", "--resume", "--yes"]);
});
