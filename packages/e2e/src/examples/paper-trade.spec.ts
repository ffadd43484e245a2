import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openMarketFile, type sandboxTypes } from "@depthwire/sandbox";
import { expect, it, onTestFinished } from "vitest";
import { paperTrade } from "../../../../docs/examples/paper-trade.js";

type MarketRecord = sandboxTypes.MarketRecord;

const pair = "4BTC_USDT";
const asks = [["50001", "2"]] as const;
const at = 1_760_000_000_000;

/** Two wait at the best bid in front of the order; two come behind it, two leave, and two and a half are sold. */
const records: readonly MarketRecord[] = [
  { kind: "snapshot", at, pair, asks, bids: [["50000", "2"]] },
  { kind: "update", at: at + 60_000, pair, asks: [], bids: [["50000", "5"]] },
  { kind: "update", at: at + 61_000, pair, asks: [], bids: [["50000", "3"]] },
  { kind: "deal", at: at + 62_000, pair, price: "50000", quantity: "2.5", side: "sell" },
  {
    kind: "update",
    at: at + 62_000,
    pair,
    asks: [],
    bids: [
      ["50000", "0.5"],
      ["49999", "1"],
    ],
  },
];

async function marketFile(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), "depthwire-paper-"));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  const file = join(directory, "market.ndjson");
  await writeFile(file, records.map((record) => `${JSON.stringify(record)}\n`).join(""));
  return file;
}

it.each([
  [undefined, ["0.5 at 50000"]],
  ["proportional", ["1.3 at 50000"]],
  ["front", ["1.5 at 50000"]],
] as const)("paper-trade gets what the record leaves it by the rule %s", async (queue, fills) => {
  const rule = queue === undefined ? {} : { queue };
  const trade = { records: openMarketFile(await marketFile()), pair, quantity: "1.5", ...rule };
  expect(await paperTrade(trade)).toEqual(fills);
});
