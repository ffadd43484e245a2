import { expect, it } from "vitest";
import { type Line, plainText, styledText } from "../../../screen/layout.js";
import { textTranscript } from "../../../transcript.spec-kit.js";
import { relayTable } from "./relay-table.js";
import type { RelayedFacts } from "./relayed-book.js";

const live: RelayedFacts = {
  pair: "4BTC_USDT",
  status: "live",
  reason: undefined,
  bids: [{ price: "47741.4", quantity: "1", total: "1", share: 1 }],
  asks: [{ price: "47741.8", quantity: "2", total: "2", share: 1 }],
  spread: "0.4",
  mid: "47741.6",
  imbalance: "-33 %",
  seq: 7,
  lagMs: 3,
  perSecond: 9.96,
  mids: [],
  owner: "alpha-m8k2x9q1-1a",
  term: 12,
  freshWithinMs: 74.2,
};
const stale: RelayedFacts = {
  ...live,
  pair: "4ETH_USDT",
  status: "stale",
  reason: "the relay's owner was not heard",
  owner: "beta-1",
};
const unknown: RelayedFacts = {
  ...live,
  pair: "5BTC_USD",
  status: "syncing",
  reason: undefined,
  bids: [],
  asks: [],
  spread: undefined,
  lagMs: undefined,
  perSecond: undefined,
  owner: undefined,
  term: 0,
  freshWithinMs: undefined,
};
const many = Array.from({ length: 9 }, (_, index) => ({ ...live, pair: `4C${index}_USDT` }));
const mixed = [...many, stale, { ...stale, pair: "4XRP_USDT" }, unknown];

const textOf = (lines: readonly Line[]): string => lines.map(plainText).join("\n");

it("books over the relay as a table: columns go where it is narrow, rows where it is low, live ones first to go", async () => {
  const parts: string[] = [];
  for (const columns of [120, 80, 50, 30, 12]) {
    parts.push(`${columns} columns`, textOf(relayTable([live, stale, unknown], { columns, rows: 24 })));
  }
  for (const rows of [24, 17, 16, 15, 9, 6, 3, 1]) {
    parts.push(`${rows} rows`, textOf(relayTable(mixed, { columns: 100, rows })));
  }
  parts.push("all live", textOf(relayTable(many, { columns: 100, rows: 12 })));
  parts.push("one more than fits", textOf(relayTable(many, { columns: 100, rows: 11 })));
  parts.push("just live", textOf(relayTable([{ ...live, freshWithinMs: undefined }], { columns: 100, rows: 11 })));
  await textTranscript("relay-table", parts);
});

it("colours say what is live, and which prices are the present", () => {
  const lines = relayTable([live, stale], { columns: 200, rows: 24 }).map(styledText);
  expect(lines).toMatchInlineSnapshot(`
    [
      "[2mpair     [0m  [2mstatus[0m  [2m    bid[0m  [2m    ask[0m  [2mspread[0m  [2m  fresh[0m  [2m lag[0m  [2mowner [0m  [2m  /s[0m  [2mterm[0m",
      "4BTC_USDT  [32mlive  [0m  [32m47741.4[0m  [31m47741.8[0m     0.4  ≤ 75 ms  3 ms  alpha   10.0    12",
      "4ETH_USDT  [31mstale [0m  [2m47741.4[0m  [2m47741.8[0m     0.4        -  3 ms  beta-1  10.0    12",
      "",
      "live 1/2",
      "[31m1 stale: the relay's owner was not heard[0m",
    ]
  `);
});
