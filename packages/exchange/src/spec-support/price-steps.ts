import * as fc from "fast-check";
import { coinAccounts } from "../account/accounts.js";
import { closableQuantity } from "../account/closable.js";
import { usable } from "../account/cover.js";
import type { Command } from "../command/command.js";
import { moneyText } from "../exact/money.js";
import type { Exchange } from "../exchange.js";
import type { OrderSide } from "../market/market.js";
import type { MarketState } from "../state/exchange-state.js";
import { affordable, heldBy, help, jump, markOf, ruinous, straddle } from "./money-steps.js";
import { lawMarkets, lawUsers } from "./trading-steps.js";

const account = fc.constantFrom(...lawUsers);
const market = fc.nat({ max: lawMarkets.length - 1 });
const leverage = fc.constantFrom(5, 20, 100);
const tenths = fc.integer({ min: 1, max: 9 });

/**
 * What leads users to orders whose own price could ruin them: orders far through the mark in a book that they have emptied, orders
 * that the mark leaves behind, closes that wait beyond the mark while everything else is taken out, sides of a straddle that are given
 * away, and orders that would buy back what the venue takes over.
 */
export const priceStep = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      does: fc.constant("far" as const),
      account,
      market,
      leverage,
      fixed: fc.boolean(),
      long: fc.boolean(),
      tenths,
      away: fc.integer({ min: 2, max: 200 }),
      order: fc.constantFrom("waits" as const, "comes" as const, "market" as const),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      does: fc.constant("stale" as const),
      account,
      market,
      leverage,
      fixed: fc.boolean(),
      long: fc.boolean(),
      tenths,
      move: fc.integer({ min: 5, max: 120 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      does: fc.constant("strip" as const),
      account,
      market,
      leverage,
      fixed: fc.boolean(),
      long: fc.boolean(),
      tenths,
      adds: fc.boolean(),
      takes: fc.constantFrom("all" as const, "usable" as const),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      does: fc.constant("leg" as const),
      account,
      market,
      leverage,
      fixed: fc.constant(false),
      long: fc.boolean(),
      order: fc.constantFrom("waits" as const, "comes" as const, "market" as const),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      does: fc.constant("rebuy" as const),
      account,
      market,
      leverage: fc.constantFrom(50, 100),
      fixed: fc.constant(true),
      long: fc.boolean(),
      tenths,
    }),
  },
);

/** One thing that leads there. */
export type PriceStep = typeof priceStep extends fc.Arbitrary<infer Step> ? Step : never;

type Far = Extract<PriceStep, { readonly does: "far" }>;
type Stale = Extract<PriceStep, { readonly does: "stale" }>;
type Strip = Extract<PriceStep, { readonly does: "strip" }>;
type Leg = Extract<PriceStep, { readonly does: "leg" }>;
type Rebuy = Extract<PriceStep, { readonly does: "rebuy" }>;

function setMode({ account: owner, fixed, leverage: lever }: PriceStep, { market: { pair } }: MarketState): Command {
  const levers = { leverageLong: lever, leverageShort: lever };
  return { kind: "change-mode", account: owner, pair, mode: fixed ? "fixed" : "cross", ...levers };
}

function shifted(one: MarketState, thousandths: number): number {
  return Math.max(1, Math.floor((markOf(one) * (1000 + thousandths)) / 1000));
}

function limit(owner: number, one: MarketState, side: OrderSide, quantity: number, price: number): Command {
  return { kind: "place-order", account: owner, pair: one.market.pair, side, type: "limit", quantity, price };
}

/** An order far through the mark: it waits there for somebody, or comes to somebody who waits there. */
function* far(exchange: Exchange, step: Far, one: MarketState): Generator<Command> {
  const { account: owner, long, order } = step;
  yield setMode(step, one);
  const quantity = affordable(exchange, owner, one, step.tenths);
  if (quantity === 0) {
    return;
  }
  const side = long ? "open-long" : "open-short";
  const price = shifted(one, long ? step.away : -step.away);
  const counterpart = help(one, long, quantity, price);
  if (order !== "waits") {
    yield counterpart;
  }
  if (order === "market") {
    yield { kind: "place-order", account: owner, pair: one.market.pair, side, type: "market", quantity };
  } else {
    yield limit(owner, one, side, quantity, price);
  }
  if (order === "waits") {
    yield counterpart;
  }
}

/** An order on the good side of the mark, until the mark has left it behind. */
function* stale(exchange: Exchange, step: Stale, one: MarketState): Generator<Command> {
  const { account: owner, long, move } = step;
  yield setMode(step, one);
  const quantity = affordable(exchange, owner, one, step.tenths);
  if (quantity === 0) {
    return;
  }
  const price = shifted(one, long ? -1 : 1);
  yield limit(owner, one, long ? "open-long" : "open-short", quantity, price);
  yield jump(one, long ? -move : move);
  yield help(one, long, quantity, price);
}

function* takeOut(exchange: Exchange, step: Strip, one: MarketState): Generator<Command> {
  const { state } = exchange;
  const { pair } = one.market;
  const user = state.users.get(step.account);
  const holding = user?.holdings.get(pair);
  if (user === undefined || holding === undefined) {
    return;
  }
  const { coin } = holding;
  const side = step.long ? "long" : "short";
  const margin = holding[side].margin.balance / 2n;
  if (step.fixed && margin > 0n) {
    yield { kind: "change-margin", account: step.account, pair, side, amount: `-${moneyText(margin)}` };
  }
  const { free } = coinAccounts(state, user, coin);
  const amount = step.takes === "all" ? free.balance : usable(state, user, coin);
  if (amount <= 0n) {
    return;
  }
  yield { kind: "transfer", account: step.account, coin, amount: moneyText(amount), direction: "out" };
}

/** A close waits as far beyond the mark as its owner can pay; he takes out what he can; then somebody comes for it. */
function* strip(exchange: Exchange, step: Strip, one: MarketState): Generator<Command> {
  const { account: owner, long } = step;
  const { pair } = one.market;
  yield setMode(step, one);
  const quantity = affordable(exchange, owner, one, step.tenths);
  const side = long ? "long" : "short";
  if (quantity > 0) {
    yield help(one, long, quantity, markOf(one));
    yield limit(owner, one, `open-${side}`, quantity, markOf(one));
  }
  if (step.fixed && step.adds) {
    const amount = one.market.family === "coin-margined" ? "0.01" : "400";
    yield { kind: "change-margin", account: owner, pair, side, amount };
  }
  const held = heldBy(exchange, owner).find(({ position }) => position.pair === pair && position.side === side);
  const closable = held === undefined ? 0 : closableQuantity(held.position);
  if (held === undefined || closable === 0) {
    return;
  }
  const price = ruinous(exchange, owner, held);
  yield limit(owner, one, `close-${side}`, closable, price);
  yield* takeOut(exchange, step, one);
  yield help(one, !long, closable, price);
}

/** One side of a straddle is closed at the worst price that its owner can pay, with a far offer for the other one; then the venue looks. */
function* leg(exchange: Exchange, step: Leg, one: MarketState): Generator<Command> {
  const { account: owner, long, order } = step;
  const { pair } = one.market;
  yield* straddle(exchange, owner, one, step.leverage);
  const side = long ? "long" : "short";
  const found = heldBy(exchange, owner).find(({ position }) => position.pair === pair && position.side === side);
  const quantity = found === undefined ? 0 : closableQuantity(found.position);
  if (found === undefined || quantity === 0) {
    return;
  }
  yield help(one, long, quantity, shifted(one, long ? 95 : -95));
  const price = ruinous(exchange, owner, found);
  const counterpart = help(one, !long, quantity, price);
  if (order !== "waits") {
    yield counterpart;
  }
  if (order === "market") {
    yield { kind: "place-order", account: owner, pair, side: `close-${side}`, type: "market", quantity };
  } else {
    yield limit(owner, one, `close-${side}`, quantity, price);
  }
  if (order === "waits") {
    yield counterpart;
  }
  yield jump(one, 0);
}

/** A fixed position grows by a part of its order; the rest waits at the best price when the mark ends the position. */
function* rebuy(exchange: Exchange, step: Rebuy, one: MarketState): Generator<Command> {
  const { account: owner, long } = step;
  const { contractUnit } = one.market;
  yield setMode(step, one);
  const quantity = affordable(exchange, owner, one, step.tenths);
  const part = Math.floor(quantity / 5 / contractUnit) * contractUnit;
  if (part === 0) {
    return;
  }
  const price = markOf(one);
  yield limit(owner, one, long ? "open-long" : "open-short", quantity, price);
  yield help(one, long, part, price);
  yield jump(one, long ? -25 : 25);
}

/** The commands that a step means, each as the market stands when it is asked for. */
export function* priceCommands(exchange: Exchange, step: PriceStep): Generator<Command> {
  const one = exchange.state.markets.get(lawMarkets[step.market]?.pair ?? "");
  if (one === undefined) {
    throw new RangeError("no such market");
  }
  if (step.does === "far") {
    yield* far(exchange, step, one);
  } else if (step.does === "stale") {
    yield* stale(exchange, step, one);
  } else if (step.does === "strip") {
    yield* strip(exchange, step, one);
  } else if (step.does === "leg") {
    yield* leg(exchange, step, one);
  } else {
    yield* rebuy(exchange, step, one);
  }
  // An order that nobody took must not stay in the book as a quote.
  yield { kind: "cancel-all", account: step.account, pair: one.market.pair };
}
