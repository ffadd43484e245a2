import * as fc from "fast-check";
import { expect, it } from "vitest";
import type { Command } from "./command/command.js";
import { Exchange } from "./exchange.js";
import { Coverage, checkLaws, checkPriority, checkSolvency, checkTakeOvers } from "./spec-support/exchange-laws.js";
import { expectClose, watchPostings } from "./spec-support/money-laws.js";
import { type MoneyStep, moneyCommands, moneyStep } from "./spec-support/money-steps.js";
import { checkOwnPrices, marksOf } from "./spec-support/price-laws.js";
import { type PriceStep, priceCommands, priceStep } from "./spec-support/price-steps.js";
import { commandOf, lawMarkets, lawUsers, type TradingStep, tradingStep } from "./spec-support/trading-steps.js";
import { canonicalText } from "./state/state-codec.js";

/** How many orders to place in all. `SANDBOX_LAW_ORDERS=1000000` is the long form. */
const orders = Number(process.env["SANDBOX_LAW_ORDERS"] ?? 6000);
const stepsPerRun = 150;
/** How many orders a step places on average. */
const ordersPerStep = 0.95;
const runs = Math.max(1, Math.ceil(orders / (stepsPerRun * ordersPerStep)));
const anyStep = fc.oneof(
  { weight: 8, arbitrary: tradingStep },
  { weight: 2, arbitrary: moneyStep },
  { weight: 1, arbitrary: priceStep },
);
type Step = TradingStep | MoneyStep | PriceStep;

function* commandsOf(exchange: Exchange, step: Step): Generator<Command> {
  switch (step.does) {
    case "story":
    case "straddle":
    case "bury":
    case "jump":
    case "leave":
    case "repay":
      yield* moneyCommands(exchange, step);
      break;
    case "far":
    case "stale":
    case "strip":
    case "leg":
    case "rebuy":
      yield* priceCommands(exchange, step);
      break;
    default: {
      const command = commandOf(exchange, step);
      if (command !== undefined) {
        yield command;
      }
    }
  }
}
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
  for (const command of [...funds, ...options]) {
    journal.push({ command, at: 1_700_000_000_000 });
  }
  const exchange = new Exchange({ seed: 1, markets: lawMarkets });
  for (const { command, at } of journal) {
    exchange.apply(command, at);
  }
  return [exchange, journal];
}

/** The journal as it is written and read again leads to the same events and the same state, to the byte. */
function checkReplay(journal: readonly Journal[], told: readonly string[], exchange: Exchange): void {
  const again = new Exchange({ seed: 1, markets: lawMarkets });
  const kept = JSON.parse(JSON.stringify(journal)) as readonly Journal[];
  const toldAgain = kept.map(({ command, at }) => JSON.stringify(again.apply(command, at)));
  if (toldAgain.slice(-told.length).join("\n") !== told.join("\n")) {
    throw new Error("broken law: a replay tells something else");
  }
  if (canonicalText(again.state) !== canonicalText(exchange.state)) {
    throw new Error("broken law: a replay leads elsewhere");
  }
}

it("holds its laws whatever users do", () => {
  const coverage = new Coverage();
  let placed = 0;
  let replays = 0;
  const note = (what: string): void => coverage.count(what);
  const obey = (steps: readonly Step[]): void => {
    const [exchange, journal] = openExchange();
    watchPostings(exchange.state, note);
    const told: string[] = [];
    let at = 1_700_000_000_000;
    for (const step of steps) {
      at += step.does === "wait" ? step.ms : 1;
      for (const command of commandsOf(exchange, step)) {
        journal.push({ command, at });
        const checkClose = expectClose(exchange.state, command, note);
        const marks = marksOf(exchange.state);
        const events = exchange.apply(command, at);
        if (command.kind === "place-order") {
          placed++;
        }
        told.push(JSON.stringify(events));
        coverage.note(events);
        checkPriority(events);
        checkTakeOvers(events);
        checkClose(events);
        if (command.kind === "set-index" || marks === marksOf(exchange.state)) {
          checkOwnPrices(exchange.state, events, note);
        }
        checkLaws(exchange.state);
        if (command.kind === "set-index" || events.some(({ kind }) => kind === "funding-settled")) {
          checkSolvency(exchange.state);
        }
      }
    }
    checkReplay(journal, told, exchange);
    replays++;
  };
  fc.assert(fc.property(fc.array(anyStep, { minLength: stepsPerRun, maxLength: stepsPerRun }), obey), {
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
    "plan: trigger-failed": 0.05,
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
    "cancelled: debt": 20,
    "debt: taken for a loss": 20,
    "debt: taken for venue/fees": 15,
    "debt: taken for venue/funding": 0.2,
    "debt: repaid from free": 20,
    "insurance: bankrupt": 12,
    "solvent close": 150,
    "solvent close over the funds": 12,
    "refused: leverage-too-high": 20,
    "worse than the mark: opened": 150,
    "worse than the mark: closed": 150,
    "worse than the mark: the fund paid the fee": 20,
    "cancelled: uncovered": 6,
  };
  for (const [what, min] of Object.entries(minimums)) {
    minimums[what] = Math.floor(min * scale);
  }
  if (isLong) {
    console.log(JSON.stringify({ placed, replays, coverage: coverage.counts }));
  }
  expect(coverage.lacking(minimums)).toEqual([]);
}, 3_600_000);
