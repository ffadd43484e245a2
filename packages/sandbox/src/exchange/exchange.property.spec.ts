import * as fc from "fast-check";
import { expect, it } from "vitest";
import { canonicalText } from "../journal/state-codec.js";
import { Coverage, checkLaws, checkPriority, checkSolvency } from "../spec-support/exchange-laws.js";
import { commandOf, lawMarkets, lawUsers, type TradingStep, tradingStep } from "../spec-support/trading-steps.js";
import type { Command } from "./command.js";
import { Exchange } from "./exchange.js";

/** How many orders to place in all. `SANDBOX_LAW_ORDERS=1000000` is the long form. */
const orders = Number(process.env["SANDBOX_LAW_ORDERS"] ?? 6000);
const stepsPerRun = 150;
/** Nearly three of five steps place an order. */
const runs = Math.max(1, Math.ceil(orders / (stepsPerRun * 0.58)));
const isLong = orders >= 100_000;

interface Journal {
  readonly command: Command;
  readonly at: number;
}

function openExchange(): [Exchange, Journal[]] {
  const journal: Journal[] = [];
  const funds = lawUsers.flatMap((account): Command[] => [
    { kind: "credit", account, coin: "USDT", amount: "2500", purse: "contract" },
    { kind: "credit", account, coin: "BTC", amount: "0.08", purse: "contract" },
    { kind: "credit", account, coin: "USDT", amount: "70", purse: "wallet" },
  ]);
  const options: Command[] = [
    { kind: "fund-insurance", coin: "USDT", amount: "100" },
    { kind: "credit", account: 1001, coin: "BIX", amount: "500", purse: "contract" },
    { kind: "set-account", account: 1001, paysFeesInToken: true },
    { kind: "credit", account: 1002, coin: "USDT", amount: "3", purse: "promotion" },
  ];
  for (const command of [...funds, ...options]) journal.push({ command, at: 1_700_000_000_000 });
  const exchange = new Exchange({ seed: 1, markets: lawMarkets });
  for (const { command, at } of journal) exchange.apply(command, at);
  return [exchange, journal];
}

/** The journal as it is written and read again leads to the same events and the same state, to the byte. */
function checkReplay(journal: readonly Journal[], told: readonly string[], exchange: Exchange): void {
  const again = new Exchange({ seed: 1, markets: lawMarkets });
  const kept = JSON.parse(JSON.stringify(journal)) as readonly Journal[];
  const toldAgain = kept.map(({ command, at }) => JSON.stringify(again.apply(command, at)));
  if (toldAgain.slice(-told.length).join("\n") !== told.join("\n"))
    throw new Error("broken law: a replay tells something else");
  if (canonicalText(again.state) !== canonicalText(exchange.state))
    throw new Error("broken law: a replay leads elsewhere");
}

it("holds its laws whatever users do", () => {
  const coverage = new Coverage();
  let placed = 0;
  let replays = 0;
  const obey = (steps: readonly TradingStep[]): void => {
    const [exchange, journal] = openExchange();
    const told: string[] = [];
    let at = 1_700_000_000_000;
    for (const step of steps) {
      at += step.does === "wait" ? step.ms : 1;
      const command = commandOf(exchange, step);
      if (command === undefined) continue;
      journal.push({ command, at });
      const events = exchange.apply(command, at);
      if (command.kind === "place-order") placed++;
      told.push(JSON.stringify(events));
      coverage.note(events);
      checkPriority(events);
      checkLaws(exchange.state);
      if (command.kind === "set-index") checkSolvency(exchange.state);
    }
    checkReplay(journal, told, exchange);
    replays++;
  };
  fc.assert(fc.property(fc.array(tradingStep, { minLength: stepsPerRun, maxLength: stepsPerRun }), obey), {
    numRuns: runs,
    endOnFailure: isLong,
  });
  const scale = Math.min(placed / 6000, 20);
  const minimums: Record<string, number> = {
    filled: 1500,
    trade: 800,
    "partial fills": 300,
    "change: close": 100,
    "change: liquidate": 12,
    "change: lighten": 5,
    "change: auto-deleverage": 2,
    "funding-settled": 50,
    "plan: triggered": 20,
    "plan: counterpart-triggered": 5,
    "plan: trigger-failed": 0.3,
    "cancelled: self-trade": 20,
    "cancelled: requested": 50,
    "refused: insufficient-balance": 50,
    "refused: not-closable": 50,
    "deposit: credited": 10,
    "deposit: failed": 5,
    "withdrawal: succeeded": 5,
    "withdrawal: failed": 0.3,
    "withdrawal: cancelled": 0.3,
    "money-moved": 100,
  };
  for (const [what, least] of Object.entries(minimums)) minimums[what] = Math.floor(least * scale);
  if (isLong) console.log(JSON.stringify({ placed, replays, coverage: coverage.counts }));
  expect(coverage.lacking(minimums)).toEqual([]);
}, 3_600_000);
