import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { sandboxTypes } from "@depthwire/sandbox";
import { expect, it } from "vitest";
import { exampleFolder, startExample } from "./program.spec-kit.js";

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

it.each([
  [[], ["0.5 at 50000"]],
  [["--queue", "proportional"], ["1.3 at 50000"]],
  [["--queue", "front"], ["1.5 at 50000"]],
] as const)("paper-trade.ts gets what the record leaves it by the rule of %s", async (queue, fills) => {
  const folder = await exampleFolder();
  await writeFile(join(folder, "market.ndjson"), records.map((record) => `${JSON.stringify(record)}\n`).join(""));
  const run = await startExample("paper-trade", ["market.ndjson", "--quantity", "1.5", ...queue], folder);
  await run.ended();
  expect(run.lines).toEqual(fills);
});
