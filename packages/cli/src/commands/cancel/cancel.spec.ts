import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { exitCodes } from "../../program/exit-codes.js";
import { type AccountScene, lowPrice, openAccountScene, pair, resultOf } from "../../trading/account-scene.spec-kit.js";

let scene: AccountScene;
beforeAll(async () => {
  scene = await openAccountScene();
});
afterAll(() => scene[Symbol.asyncDispose]());
afterEach(() => scene.run(["flatten", "--yes"]));

async function place(...options: readonly string[]): Promise<string> {
  const line = ["order", "buy", pair, "0.01", "--at", lowPrice, "--yes", "--json"];
  return String(resultOf(await scene.run([...line, ...options]))["orderId"]);
}

it("orders are shown before they are cancelled, and the service says what became of each", async () => {
  const [first, second] = [await place(), await place("--client-id", "42")];
  expect(await scene.run(["cancel", first])).toMatchObject({ exitCode: exitCodes.refusedHere });
  const { err, out } = await scene.run(["cancel", first], { answers: ["y"] });
  expect(err).toContain("Cancel 1 order");
  expect(err).toContain(`${first}  open-long 0.01 ${pair} at ${lowPrice}, 0 traded`);
  expect(out).toBe(`Order ${first}: cancelled, 0 traded\n`);
  const named = await scene.run(["cancel", "--client-ids", "42", "--yes", "--json"]);
  expect(resultOf(named)).toMatchObject({ cancelled: [second] });
  const again = await scene.run(["cancel", second, "--yes"]);
  expect(again.err).toContain(`Order ${second} is cancelled already`);
  expect(again).toMatchObject({ exitCode: exitCodes.done, out: "Nothing to cancel: nothing is open.\n" });
});

it("all of a pair go in one call; another pair's stay", async () => {
  await place();
  await place();
  const line = ["order", "buy", "4ETH_USDT", "0.01", "--at", "3000", "--yes", "--json"];
  const other = String(resultOf(await scene.run(line))["orderId"]);
  const { err, exitCode } = await scene.run(["cancel", "--all", pair], { answers: ["y"] });
  expect(err).toContain(`Cancel every order in ${pair}: 2 orders now`);
  expect(exitCode).toBe(exitCodes.done);
  expect((await scene.run(["orders"])).out).toContain(other);
});

it("all of every pair go after one question, and of those that are refused it is said which", async () => {
  const first = await place();
  const line = ["order", "buy", "4ETH_USDT", "0.01", "--at", "3000", "--yes", "--json"];
  const other = String(resultOf(await scene.run(line))["orderId"]);
  scene.sandbox.faults.add({ kind: "refusal", path: "/v3/cbu/order/closeAll", code: 2034, count: 1 });
  scene.sandbox.faults.add({ kind: "refusal", path: "/v3/cbu/order/close", code: 2034, count: 1 });
  const { err, exitCode } = await scene.run(["cancel", "--all"], { answers: ["y"] });
  expect(err).toContain("Cancel every USDT-margined order: 2 orders now");
  expect(exitCode).toBe(exitCodes.refusedByVenue);
  const left = (await scene.run(["orders", "--json"])).envelopes.flatMap(({ kind, data }) =>
    kind === "item" ? [(data as { readonly orderId: string }).orderId] : [],
  );
  expect(left).toHaveLength(1);
  expect([first, other]).toContain(left[0]);
  expect(resultOf(await scene.run(["cancel", "--all", "--yes", "--json"]))).toMatchObject({ cancelled: left });
  expect(resultOf(await scene.run(["orders", "--json"]))).toEqual({ orders: 0 });
});

it("of several, those whose cancel the service refused are named, and the others are cancelled", async () => {
  const ids = [await place(), await place()];
  scene.sandbox.faults.add({ kind: "refusal", path: "/v3/cbu/order/close", code: 2034, count: 1 });
  const end = await scene.run(["cancel", ...ids, "--yes", "--json"]);
  expect(end.exitCode).toBe(exitCodes.refusedByVenue);
  const { cancelled, notCancelled } = resultOf(end) as {
    readonly cancelled: readonly string[];
    readonly notCancelled: readonly { readonly orderId: string; readonly code: string }[];
  };
  expect(notCancelled).toMatchObject([{ code: "venue-refused" }]);
  expect([...cancelled, ...notCancelled.map(({ orderId }) => orderId)].sort()).toEqual([...ids].sort());
  expect(await scene.run(["cancel", "--all", pair, "--yes"])).toMatchObject({ exitCode: exitCodes.done });
});

it("plan orders are listed and cancelled by themselves", async () => {
  await scene.run(["order", "buy", pair, "0.01", "--at", "market", "--yes"]);
  const plan = ["side=long", "plan=stop-loss", "type=market", "triggerPrice=30000", "price=30000", "quantity=0.01"];
  expect(await scene.run(["call", "placePlanOrder", `pair=${pair}`, ...plan, "--yes"])).toMatchObject({
    exitCode: exitCodes.done,
  });
  const { envelopes } = await scene.run(["plans", pair, "--json"]);
  expect(envelopes).toMatchObject([{ kind: "item", data: { plan: "stop-loss" } }, { data: { plans: 1 } }]);
  expect((await scene.run(["plans"])).out).toMatch(/4BTC_USDT +long +stop-loss +0.01 +30000 +market/);
  const { orderId } = { orderId: "", ...envelopes[0]?.data };
  const cancelled = await scene.run(["cancel", "--plans", "--all", "--yes", "--json"]);
  expect(resultOf(cancelled)).toEqual({ cancelled: [orderId], notCancelled: [] });
  expect((await scene.run(["plans"])).out).toBe("No plan orders wait.\n");
});

it.each([
  [[], /Name the orders/],
  [["1", "--all", pair], /Name the orders/],
  [["17592186999999"], /There is no order 17592186999999/],
  [["1", "--plans"], /There is no plan order 1/],
  [["--all", "4BTC_UDST"], /Did you mean 4BTC_USDT/],
])("what is not there is refused, and nothing is cancelled: %j", async (words, said) => {
  const { exitCode, err } = await scene.run(["cancel", ...words, "--yes"]);
  expect(err).toMatch(said);
  expect(exitCode).toBe(exitCodes.usage);
});

it("what is listed of the past, and of coin-margined pairs, has its own word", async () => {
  await scene.run(["order", "buy", pair, "0.01", "--at", "market", "--yes"]);
  const open = await place();
  expect((await scene.run(["orders", pair, "--history"])).out).not.toContain(open);
  const { envelopes } = await scene.run(["orders", pair, "--history", "--last", "1", "--json"]);
  expect(envelopes).toMatchObject([{ data: { pair, status: "filled" } }, { data: { orders: 1 } }]);
  expect(await scene.run(["orders", "5BTC_USD", "--history"])).toMatchObject({ exitCode: exitCodes.done });
  expect(await scene.run(["orders", "5BTC_USD"])).toMatchObject({
    exitCode: exitCodes.usage,
    err: expect.stringMatching(/open orders of USDT-margined contracts alone.*--history/s),
  });
  for (const place of ["contracts", "wallet", "spot"]) {
    const assets = await scene.run(["assets", place, "--json"]);
    expect(Number(resultOf(assets)["assets"])).toBeGreaterThan(0);
  }
  const lines = (await scene.run(["positions"])).out.split("\n");
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(80);
});
