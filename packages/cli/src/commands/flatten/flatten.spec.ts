import { afterAll, beforeAll, expect, it } from "vitest";
import { exitCodes } from "../../program/exit-codes.js";
import { type AccountScene, lowPrice, openAccountScene, pair, resultOf } from "../../trading/account-scene.spec-kit.js";

const other = "4ETH_USDT";
const cancelAllPath = "/v3/cbu/order/closeAll";
const cancelPath = "/v3/cbu/order/close";
let scene: AccountScene;
beforeAll(async () => {
  scene = await openAccountScene();
});
afterAll(() => scene[Symbol.asyncDispose]());

function open(one: string, ...words: readonly string[]): Promise<unknown> {
  return scene.run(["order", "buy", one, "0.01", "--at", "market", "--yes", ...words]);
}

async function planOf(one: string): Promise<void> {
  const plan = ["side=long", "plan=stop-loss", "type=market", "triggerPrice=1000", "price=1000", "quantity=0.01"];
  expect(await scene.run(["call", "placePlanOrder", `pair=${one}`, ...plan, "--yes"])).toMatchObject({
    exitCode: exitCodes.done,
  });
}

async function counts(): Promise<readonly unknown[]> {
  const lists = ["orders", "positions", "plans"];
  return Promise.all(lists.map(async (list) => resultOf(await scene.run([list, "--json"]))[list]));
}

it.each([
  ["positions", "5BTC_USD"],
  ["positions", "BTC_USDT"],
  ["flatten", "5BTC_USD"],
  ["flatten", "BTC_USDT"],
  ["orders", "BTC_USDT"],
])("%s refuses %s, which is no USDT-margined contract, and its help says so", async (command, typed) => {
  const { err, exitCode } = await scene.run([command, typed]);
  expect(err).toMatch(
    new RegExp(`${typed}: the service's documents have .* of USDT-margined contracts alone, such as`),
  );
  expect(exitCode).toBe(exitCodes.usage);
  expect((await scene.run([command, "--help"])).out.replaceAll(/\s+/g, " ")).toContain(
    "of USDT-margined contracts alone",
  );
});

it("lists that are empty say of what", async () => {
  expect((await scene.run(["positions"])).out).toBe("No USDT-margined positions.\n");
  expect((await scene.run(["orders"])).out).toBe("No open USDT-margined orders.\n");
});

it("one pair, or everything, is cancelled and closed after a question that shows it, and its plans go with it", async () => {
  await open(pair);
  await open(other);
  await planOf(pair);
  await planOf(other);
  await scene.run(["order", "buy", pair, "0.01", "--at", lowPrice, "--yes"]);
  expect(await scene.run(["flatten"])).toMatchObject({ exitCode: exitCodes.refusedHere });
  const { err, exitCode } = await scene.run(["flatten", pair], { answers: ["y"] });
  expect(err).toContain(`Cancel 1 order and close 1 position at the market in ${pair}`);
  expect(err).toMatch(/4BTC_USDT +long 0.01, opened at/);
  expect(exitCode).toBe(exitCodes.done);
  expect(await counts()).toEqual([0, 1, 1]);
  expect(resultOf(await scene.run(["flatten", "--yes", "--json"]))).toMatchObject({
    closed: [{ pair: other }],
    left: [],
  });
  expect(await counts()).toEqual([0, 0, 0]);
});

it("what an order of this account's reserved is closed too, once that is cancelled", async () => {
  await open(pair);
  await scene.run(["order", "sell", pair, "0.01", "--close", "--at", "60000", "--yes"]);
  expect(await counts()).toEqual([1, 1, 0]);
  expect(await scene.run(["flatten", "--yes"])).toMatchObject({ exitCode: exitCodes.done });
  expect(await counts()).toEqual([0, 0, 0]);
});

it("what cannot be closed keeps the plans that protect it", async () => {
  await open(pair);
  await planOf(pair);
  scene.sandbox.faults.add({ kind: "refusal", path: "/v3/cbu/order/open", code: 2034 });
  expect(await scene.run(["flatten", "--yes"])).toMatchObject({ exitCode: exitCodes.refusedByVenue });
  expect(await counts()).toEqual([0, 1, 1]);
  scene.sandbox.faults.clear();
  await scene.run(["flatten", "--yes"]);
  expect(await counts()).toEqual([0, 0, 0]);
});

it("positions are closed although the service refuses to cancel, and what stays open is named", async () => {
  await open(pair);
  await scene.run(["order", "buy", pair, "0.01", "--at", lowPrice, "--yes"]);
  for (const path of [cancelAllPath, cancelPath]) {
    scene.sandbox.faults.add({ kind: "refusal", path, code: 2034 });
  }
  const end = await scene.run(["flatten", "--yes", "--json"]);
  expect(end.exitCode).toBe(exitCodes.failed);
  expect(resultOf(end)).toMatchObject({ cancelled: 0, notCancelled: [{ code: "venue-refused" }], left: [] });
  expect(end.err).toMatch(/Order \d+ was not cancelled/);
  scene.sandbox.faults.clear();
  expect(await counts()).toEqual([1, 0, 0]);
});
