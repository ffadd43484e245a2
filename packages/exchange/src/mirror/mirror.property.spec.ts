import * as fc from "fast-check";
import { expect, it } from "vitest";
import type { Command } from "../command/command.js";
import { Exchange } from "../exchange.js";
import { Coverage, checkLaws, checkPriority } from "../spec-support/exchange-laws.js";
import { commandOf, lawMarkets, lawUsers, tradingStep } from "../spec-support/trading-steps.js";
import { canonicalText, decodeState, encodeState } from "../state/state-codec.js";
import { publicQuantity } from "./mirror-book.js";
import type { MirrorLevel } from "./mirror-command.js";
import { publicAccounts } from "./taken.js";

const startMs = 1_700_000_000_000;

/** Levels as steps away from a middle that itself moves, and quantities in units. */
const side = fc.array(fc.tuple(fc.integer({ min: 1, max: 6 }), fc.nat({ max: 40 })), { maxLength: 4 });
const told = fc.oneof(
  fc.record({
    tells: fc.constant("depth" as const),
    market: fc.nat({ max: 1 }),
    whole: fc.boolean(),
    move: fc.integer({ min: -4, max: 4 }),
    asks: side,
    bids: side,
  }),
  fc.record({
    tells: fc.constant("trade" as const),
    market: fc.nat({ max: 1 }),
    away: fc.integer({ min: -3, max: 3 }),
    size: fc.integer({ min: 1, max: 60 }),
    sells: fc.boolean(),
  }),
);

type Told = typeof told extends fc.Arbitrary<infer Value> ? Value : never;

/** What a step of the price is: a thousandth. */
const step = 1000;

function mirrorCommand(exchange: Exchange, one: Told): Command {
  const market = lawMarkets[one.market] as (typeof lawMarkets)[number];
  const state = exchange.state.markets.get(market.pair);
  const middle = Math.max(200_000, Math.min(1_000_000, state?.contract?.mark.price ?? 0));
  const unit = market.family === "coin-margined" ? 400 : 100;
  const at = (away: number): number => Math.floor((middle * (step + away)) / step);
  if (one.tells === "trade") {
    const takerDirection = one.sells ? "sell" : "buy";
    return { kind: "mirror-trade", pair: market.pair, price: at(one.away), quantity: one.size * unit, takerDirection };
  }
  const levels = (rows: readonly (readonly [number, number])[], sign: 1 | -1): MirrorLevel[] => [
    ...new Map(rows.map(([away, size]) => [at(one.move + sign * away), size * unit])),
  ];
  const scope = one.whole ? "whole" : "change";
  return { kind: "mirror-depth", pair: market.pair, scope, asks: levels(one.asks, 1), bids: levels(one.bids, -1) };
}

/** After a message, the public has at every price that it named what it named, unless users took from it as it came. */
function checkLevels(exchange: Exchange, command: Command): void {
  if (command.kind !== "mirror-depth") {
    return;
  }
  const book = exchange.state.markets.get(command.pair)?.book;
  for (const [price, quantity] of command.asks) {
    expect(publicQuantity(book?.asks.at(price))).toBeLessThanOrEqual(quantity);
  }
  for (const [price, quantity] of command.bids) {
    expect(publicQuantity(book?.bids.at(price))).toBeLessThanOrEqual(quantity);
  }
}

it("holds the exchange's laws, whatever the public and the users do", () => {
  const coverage = new Coverage();
  const steps = fc.array(fc.oneof({ weight: 3, arbitrary: told }, { weight: 2, arbitrary: tradingStep }), {
    minLength: 150,
    maxLength: 150,
  });
  fc.assert(
    fc.property(steps, (all) => {
      const config = { seed: 1, markets: lawMarkets, source: "feed" } as const;
      const exchange = new Exchange(config);
      for (const account of lawUsers) {
        exchange.apply({ kind: "credit", account, coin: "USDT", amount: "2500", purse: "contract" }, startMs);
        exchange.apply({ kind: "credit", account, coin: "BTC", amount: "0.08", purse: "contract" }, startMs);
      }
      let copy: Exchange | undefined;
      all.forEach((one, i) => {
        if (i === 75) {
          copy = new Exchange(config, decodeState(JSON.parse(JSON.stringify(encodeState(exchange.state)))));
        }
        const command = "tells" in one ? mirrorCommand(exchange, one) : commandOf(exchange, one);
        if (command === undefined) {
          return;
        }
        const events = exchange.apply(command, startMs + i);
        copy?.apply(command, startMs + i);
        coverage.note(events);
        // The public's line is told, not kept by arrival: what comes into sight stands before users.
        checkPriority(events.filter((event) => event.kind !== "trade" || event.makerAccount !== publicAccounts.maker));
        checkLaws(exchange.state);
        checkLevels(exchange, command);
      });
      expect(canonicalText((copy as Exchange).state)).toBe(canonicalText(exchange.state));
    }),
    { numRuns: 40 },
  );
  expect(coverage.lacking({ filled: 300, trade: 1000, "partial fills": 50, "change: close": 10 })).toEqual([]);
}, 120_000);
