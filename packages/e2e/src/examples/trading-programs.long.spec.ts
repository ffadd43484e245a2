import { Credential, createNodeClock, createNodeHttpClient } from "@depthwire/node";
import { createRestClient, type RestClient } from "@depthwire/rest";
import { type Sandbox, type SandboxOptions, type sandboxTypes, startSandbox } from "@depthwire/sandbox";
import { expect, it, onTestFinished } from "vitest";
import { accountOf, type ExampleRun, exampleFolder, startExample } from "./program.spec-kit.js";

const pair = "4BTC_USDT";
/** Two rounds of a grid take a few seconds, and minutes where others starve the machine. */
const patienceMs = 120_000;

/** A lively market, the folder with its key, and calls beside the program. */
async function scene(options: SandboxOptions = {}) {
  const timing = { depthIntervalMs: 25, tickIntervalMs: 25, requestsPerWindow: 0 };
  const sandbox: Sandbox = await startSandbox({ pairs: [pair], seed: 5, ...timing, ...options });
  onTestFinished(() => sandbox.close());
  const http = createNodeHttpClient({ proxy: "none" });
  onTestFinished(() => http.close());
  const rest: RestClient = createRestClient(
    { addresses: { rest: sandbox.restUrl }, credential: new Credential(sandbox.credential) },
    { clock: createNodeClock(), random: Math.random, http: http.request },
  );
  return { sandbox, rest, folder: await exampleFolder(sandbox) };
}

async function held(rest: RestClient): Promise<number> {
  const positions = await rest.usdt.getPositions({ pair });
  return positions.filter(({ side }) => side === "long").reduce((sum, { quantity }) => sum + Number(quantity), 0);
}

async function waitingOrders(rest: RestClient): Promise<number> {
  const lists = await Promise.all(
    (["open-long", "close-long"] as const).map((side) => rest.usdt.getOpenOrders({ pair, side })),
  );
  return lists.reduce((sum, { orders }) => sum + orders.length, 0);
}

/** Everything follows the index. */
async function moveIndex(sandbox: Sandbox, indexPrice: string): Promise<void> {
  const moved = await fetch(`${sandbox.restUrl}/_sandbox/markets/${pair}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ indexPrice }),
  });
  expect(moved.status).toBe(200);
}

/** A market that goes five up and five down, again and again. */
function* swings(): Generator<sandboxTypes.MarketRecord> {
  const beganAtMs = 1_760_000_000_000;
  for (let n = 0; n < 20_000; n++) {
    const price = 50_000 + 0.5 * Math.abs((n % 40) - 20) - 5;
    const [ask, bid] = [price + 0.5, price - 0.5].map(String) as [string, string];
    yield { kind: "snapshot", at: beganAtMs + 50 * n, pair, asks: [[ask, "2"]], bids: [[bid, "2"]] };
  }
}

it(
  "grid.ts buys and sells in rounds, and Ctrl-C leaves no order and the position that it tells",
  async () => {
    const { sandbox, rest, folder } = await scene({
      market: { records: [...swings()], atEnd: "hold" },
      queue: "front",
    });
    const args = ["--seconds", "600", "--step", "0.5", "--levels", "3"];
    const run = await startExample("grid", [...accountOf(sandbox), ...args], folder);
    await expect
      .poll(() => run.lines.slice(0, 2), { timeout: patienceMs })
      .toEqual(Array(2).fill(expect.stringMatching(/^bought at /)));
    run.interrupt();
    await run.ended();
    expect(run.lines).toContain("halt: reached");
    const [, rounds = "", left = ""] =
      /^(\d+) rounds, ([\d.]+) held, money -?[\d.]+$/.exec(run.lines.at(-1) ?? "") ?? [];
    expect(Number(rounds)).toBeGreaterThan(1);
    expect(Number(left)).toBe(await held(rest));
    expect(await waitingOrders(rest)).toBe(0);
  },
  2 * patienceMs,
);

it("grid.ts refuses a step that is finer than the prices of the pair, before it buys", async () => {
  const { sandbox, rest, folder } = await scene();
  const run = await startExample("grid", [...accountOf(sandbox), "--step", "0.25"], folder);
  await run.ended(1);
  expect(run.lines.join("\n")).toContain("--step 0.25: 4BTC_USDT takes prices with 1 decimals");
  expect(await held(rest)).toBe(0);
  expect(await waitingOrders(rest)).toBe(0);
});

it("take-profit-stop-loss.ts ends where no venue answers, and buys nothing", async () => {
  const { sandbox, rest, folder } = await scene();
  const args = ["--push", "ws://127.0.0.1:1", "--rest", sandbox.restUrl, "--key", "credential.json", "--seconds", "1"];
  const run = await startExample("take-profit-stop-loss", args, folder);
  await run.ended();
  expect(run.lines.at(-1)).toBe("the time is over: nothing was bought");
  expect(await waitingOrders(rest)).toBe(0);
});

/** Starts it until it has bought: a market that rises meanwhile leaves its order behind, and it ends. */
async function startBuyer(sandbox: Sandbox, distance: string, folder: string): Promise<ExampleRun> {
  const args = [...accountOf(sandbox), "--seconds", "600", "--distance", distance];
  for (;;) {
    const run = await startExample("take-profit-stop-loss", args, folder);
    const bought = () => /^bought ([\d.]+) at /m.exec(run.lines.join("\n"))?.[1];
    await expect.poll(bought, { timeout: patienceMs }).toBeDefined();
    if (Number(bought()) > 0) {
      return run;
    }
    await run.ended();
  }
}

it(
  "take-profit-stop-loss.ts ends when one of its plans has closed the position, be it at once",
  async () => {
    const { sandbox, rest, folder } = await scene();
    const run = await startBuyer(sandbox, "3", folder);
    await run.ended();
    expect(run.lines[0]).toMatch(/^bought 0\.01 at \d/);
    expect(run.lines.at(-1)).toBe("the position is closed");
    expect(await held(rest)).toBe(0);
  },
  2 * patienceMs,
);

it(
  "take-profit-stop-loss.ts opens with both plans, and leaves them and the position at Ctrl-C: they protect without it",
  async () => {
    const { sandbox, rest, folder } = await scene();
    const run = await startBuyer(sandbox, "2000", folder);
    for (const plan of [/^take-profit at [\d.]+: /, /^stop-loss at [\d.]+: /]) {
      await expect.poll(() => run.lines, { timeout: patienceMs }).toContainEqual(expect.stringMatching(plan));
    }
    run.interrupt();
    await run.ended();
    expect(run.lines.at(-1)).toBe("the time is over: the plans protect what is held");
    expect(await held(rest)).toBe(0.01);
    expect(await rest.usdt.getPlanOrders({ pair })).toHaveLength(2);
  },
  2 * patienceMs,
);

it("liquidation-watcher.ts warns, adds margin once, and tells of the liquidation", async () => {
  const { sandbox, rest, folder } = await scene();
  await rest.usdt.setModeAndLeverage({ pair, mode: "fixed", longLeverage: 50, shortLeverage: 50 });
  await rest.usdt.placeOrder({ pair, side: "open-long", type: "market", quantity: "0.1", price: "0" });
  const args = ["--near", "50", "--top-up", "5", "--seconds", "600"];
  const run = await startExample("liquidation-watcher", [...accountOf(sandbox), ...args], folder);
  await expect.poll(() => run.lines).toContainEqual(expect.stringMatching(/^4BTC_USDT long: 5 of margin /));
  expect(run.lines).toContainEqual(expect.stringMatching(/^4BTC_USDT long 0\.1: [\d.]+ % from liquidation at [\d.]+$/));
  const body = JSON.stringify({ name: "flash-crash" });
  const headers = { "content-type": "application/json" };
  const played = await fetch(`${sandbox.restUrl}/_sandbox/scenario`, { method: "POST", headers, body });
  expect(played.status).toBe(200);
  await expect.poll(() => run.lines).toContainEqual(expect.stringMatching(/^(liquidate|lighten): 4BTC_USDT long by /));
  run.interrupt();
  await run.ended();
  expect(run.lines.filter((line) => line.includes(" of margin "))).toHaveLength(1);
});

it("liquidation-watcher.ts says that the account is not known while its stream is down, and that a price is passed", async () => {
  const { sandbox, rest, folder } = await scene();
  await rest.usdt.setModeAndLeverage({ pair, mode: "fixed", longLeverage: 50, shortLeverage: 50 });
  await rest.usdt.placeOrder({ pair, side: "open-long", type: "market", quantity: "0.1", price: "0" });
  const run = await startExample("liquidation-watcher", [...accountOf(sandbox), "--seconds", "600"], folder);
  const shows = (line: RegExp): Promise<void> =>
    expect.poll(() => run.lines, { timeout: patienceMs }).toContainEqual(expect.stringMatching(line));
  await shows(/^4BTC_USDT long 0\.1: [\d.]+ % from liquidation at [\d.]+$/);
  sandbox.faults.add({ kind: "refuse", count: 1_000_000 }, { kind: "cut", channel: "private" });
  await moveIndex(sandbox, "46000");
  await shows(/^account not known \(offline\): positions are as they last were$/);
  await shows(/^4BTC_USDT long 0\.1: [\d.]+ % past liquidation at [\d.]+$/);
  sandbox.faults.clear();
  await shows(/^(liquidate|lighten): 4BTC_USDT long by /);
  run.interrupt();
  await run.ended();
}, 150_000);
