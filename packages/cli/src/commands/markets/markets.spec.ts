import { type Sandbox, startSandbox } from "@depthwire/sandbox";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type CommandEnd, runCommandLine } from "../../command-scene.spec-kit.js";
import type { ListedMarket } from "./list-markets.js";

let sandbox: Sandbox;

beforeAll(async () => {
  sandbox = await startSandbox({ pairs: ["4BTC_USDT", "4ETH_USDT", "5BTC_USD", "BTC_USDT"], requestsPerWindow: 0 });
});
afterAll(() => sandbox.close());

const markets = (...words: readonly string[]): Promise<CommandEnd> =>
  runCommandLine(["markets", "--venue", sandbox.restUrl, ...words]);

function itemsOf({ envelopes }: CommandEnd): readonly ListedMarket[] {
  return envelopes.flatMap(({ kind, data }) => (kind === "item" ? [data as ListedMarket] : []));
}

it("every market is an item, with the steps and bounds that its orders keep to", async () => {
  const end = await markets("--json");
  expect(end.envelopes.at(-1)).toMatchObject({ kind: "result", data: { markets: 4 } });
  const [btc, eth, coin, spot] = itemsOf(end);
  expect(btc).toMatchObject({
    pair: "4BTC_USDT",
    family: "usdt",
    priceStep: "0.1",
    quantityStep: expect.stringMatching(/^0\.0001/),
    maxLeverage: expect.stringMatching(/^100/),
    takerFeeRate: expect.any(String),
    price: expect.stringMatching(/^\d/),
  });
  expect(eth).toMatchObject({ pair: "4ETH_USDT", priceStep: "0.01" });
  expect(coin).toMatchObject({ pair: "5BTC_USD", family: "coin", quantityStep: expect.stringMatching(/^1/) });
  expect(spot).toMatchObject({ pair: "BTC_USDT", family: "spot", priceStep: expect.stringMatching(/^0\.0*1$/) });
});

it("a table for people fits a narrow terminal", async () => {
  const { out, exitCode } = await markets();
  expect(exitCode).toBe(0);
  const [titles, ...rows] = out.trimEnd().split("\n");
  expect(titles).toMatch(/^pair +kind +price step +size step +largest +lev +price now$/);
  expect(rows.map((row) => row.split(" ")[0])).toEqual(["4BTC_USDT", "4ETH_USDT", "5BTC_USD", "BTC_USDT"]);
  expect(Math.max(...out.split("\n").map((line) => line.length))).toBeLessThanOrEqual(80);
});

it("some pairs, or one kind, are listed alone, and a name that is none is answered with the nearest", async () => {
  const pairsOf = (end: CommandEnd): readonly string[] => itemsOf(end).map(({ pair }) => pair);
  expect(pairsOf(await markets("BTC_USDT", "4ETH_USDT", "--json"))).toEqual(["4ETH_USDT", "BTC_USDT"]);
  expect(pairsOf(await markets("--family", "coin", "--json"))).toEqual(["5BTC_USD"]);
  expect(await markets("4BTC_UDST")).toMatchObject({ exitCode: 2, err: expect.stringContaining("4BTC_USDT?") });
});
