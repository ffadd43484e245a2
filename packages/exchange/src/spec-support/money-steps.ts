import * as fc from "fast-check";
import { coinAccounts } from "../account/accounts.js";
import { closableQuantity } from "../account/closable.js";
import { usable } from "../account/cover.js";
import { canPayOwnPrice } from "../account/own-price.js";
import { type Holding, type Position, sidesOf } from "../account/user.js";
import type { Command } from "../command/command.js";
import { unrealised } from "../contract/margin.js";
import { costOf } from "../contract/units.js";
import { priceBand } from "../door/price-band.js";
import { compare, type Fraction } from "../exact/fraction.js";
import type { Exchange } from "../exchange.js";
import type { MarketState } from "../state/exchange-state.js";
import { lawMarkets, lawUsers } from "./trading-steps.js";

/** An account of the house that gives users a counterpart. */
const helper = 901;

const account = fc.constantFrom(...lawUsers);
const market = fc.nat({ max: lawMarkets.length - 1 });
const leverage = fc.constantFrom(20, 50, 100);
const which = fc.constantFrom("worst" as const, "best" as const);
/** The tag price, or the worst price at which the owner can still close. */
const at = fc.constantFrom("mark" as const, "bankruptcy" as const);

/**
 * What leads users to where it matters who pays: much at stake on both sides of a market, money held back by orders far away, prices
 * that jump, and positions that are left at the market, the worst or the best of a user's; and all of it in a row.
 */
export const moneyStep = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      does: fc.constant("story" as const),
      account,
      market,
      leverage,
      move: fc.constantFrom(-90, -60, -30, 30, 60, 90),
      buries: fc.boolean(),
      at,
      ends: fc.constantFrom("owing" as const, "winning" as const, "turning" as const),
    }),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constant("straddle" as const), account, market, leverage }) },
  {
    weight: 1,
    arbitrary: fc.record({ does: fc.constant("bury" as const), account, market, share: fc.constantFrom(3, 9) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ does: fc.constant("jump" as const), market, move: fc.integer({ min: -50, max: 50 }) }),
  },
  { weight: 3, arbitrary: fc.record({ does: fc.constant("leave" as const), account, which, at }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant("repay" as const), amount: fc.integer({ min: 1, max: 40 }) }) },
);

/** One thing that leads there. */
export type MoneyStep = typeof moneyStep extends fc.Arbitrary<infer Step> ? Step : never;

type Leaving = Extract<MoneyStep, { readonly does: "leave" }>;
type Story = Extract<MoneyStep, { readonly does: "story" }>;

/** A user's position, with its profit at the tag price. */
export interface Held {
  readonly one: MarketState;
  readonly holding: Holding;
  readonly position: Position;
  readonly profit: Fraction;
}

/** What a user holds. */
export function heldBy({ state }: Exchange, owner: number): readonly Held[] {
  return [...(state.users.get(owner)?.holdings.values() ?? [])].flatMap((holding) => {
    const one = state.markets.get(holding.pair);
    const contract = one?.contract;
    if (one === undefined || contract === undefined) {
      return [];
    }
    return sidesOf(holding).flatMap((position) => {
      const { side, cost, quantity } = position;
      if (quantity === 0) {
        return [];
      }
      const leg = { quantity: BigInt(quantity), cost, maintenanceRate: 0n };
      const profit = unrealised(contract.units, side, leg, BigInt(contract.mark.price));
      return [{ one, holding, position, profit }];
    });
  });
}

/** The tag price of a contract market. */
export function markOf({ contract }: MarketState): number {
  return contract?.mark.price ?? 1;
}

/** Somebody waits at a price for one who buys, or for one who sells. */
export function help({ market: { pair } }: MarketState, buys: boolean, quantity: number, price: number): Command {
  const side = buys ? "open-short" : "open-long";
  return { kind: "place-order", account: helper, pair, side, type: "limit", price, quantity };
}

/** How much of a contract an account can open with a share (in tenths) of what it may use. */
export function affordable({ state }: Exchange, owner: number, one: MarketState, tenths: number): number {
  const { contract, market: figures } = one;
  const user = state.users.get(owner);
  const lever = user?.holdings.get(figures.pair)?.long.leverage ?? 10;
  if (user === undefined || contract === undefined) {
    return 0;
  }
  const money = (usable(state, user, contract.terms.settleCoin) * BigInt(tenths * lever)) / 10n;
  const ofThousand = costOf(contract.units, 1000n, BigInt(contract.mark.price));
  const quantity = Math.min(Number((money * 1000n) / ofThousand), figures.maxOrderQuantity);
  return Math.max(0, quantity - (quantity % figures.contractUnit));
}

/** An account holds the same on both sides of a market, in cross mode, for most of what it may use. */
export function* straddle(exchange: Exchange, owner: number, one: MarketState, lever: number): Generator<Command> {
  const { pair } = one.market;
  const levers = { leverageLong: lever, leverageShort: lever };
  yield { kind: "change-mode", account: owner, pair, mode: "cross", ...levers };
  const quantity = affordable(exchange, owner, one, 4);
  if (quantity === 0) {
    return;
  }
  for (const side of ["open-long", "open-short"] as const) {
    yield help(one, side === "open-long", quantity, markOf(one));
    yield { kind: "place-order", account: owner, pair, side, type: "market", quantity };
  }
}

function* bury(exchange: Exchange, owner: number, one: MarketState, tenths: number): Generator<Command> {
  const quantity = affordable(exchange, owner, one, tenths);
  const price = Math.floor((markOf(one) * 8) / 10);
  const { pair, contractUnit } = one.market;
  const order = { kind: "place-order", account: owner, pair, side: "open-long", type: "limit", price } as const;
  for (const part of [Math.floor(quantity / 2), Math.floor(quantity / 3)]) {
    if (part >= contractUnit) {
      yield { ...order, quantity: part - (part % contractUnit) };
    }
  }
}

/** The index jumps by so many thousandths, within bounds. */
export function jump(one: MarketState, move: number): Command {
  const { pair, initialPrice } = one.market;
  const price = Math.floor((markOf(one) * (1000 + move)) / 1000);
  return { kind: "set-index", pair, price: Math.max(initialPrice / 4, Math.min(initialPrice * 4, price)) };
}

/** The worst price at which the owner can still close: what is left then is nothing, or the maintenance of the rest, and a fee. */
export function ruinous({ state }: Exchange, owner: number, { one, holding, position }: Held): number {
  const user = state.users.get(owner);
  const { contract } = one;
  if (user === undefined || contract === undefined) {
    return markOf(one);
  }
  const { minPrice, maxPrice } = priceBand(contract);
  const order = { side: `close-${position.side}`, quantity: position.quantity } as const;
  const site = { market: one, contract, user, holding };
  let payable = markOf(one);
  let worst = position.side === "long" ? minPrice : maxPrice;
  if (canPayOwnPrice(state, site, { ...order, price: worst })) {
    return worst;
  }
  while (Math.abs(payable - worst) > 1) {
    const price = Math.floor((payable + worst) / 2);
    if (canPayOwnPrice(state, site, { ...order, price })) {
      payable = price;
    } else {
      worst = price;
    }
  }
  return payable;
}

function* leave(exchange: Exchange, step: Omit<Leaving, "does">): Generator<Command> {
  const { account: owner } = step;
  const held = [...heldBy(exchange, owner)].sort((left, right) => compare(left.profit, right.profit));
  const found = step.which === "worst" ? held[0] : held.at(-1);
  if (found === undefined) {
    return;
  }
  const { one, position } = found;
  const price = step.at === "mark" ? markOf(one) : ruinous(exchange, owner, found);
  yield help(one, position.side === "short", position.quantity, price);
  const quantity = closableQuantity(position);
  if (quantity === 0) {
    return;
  }
  const { pair, side } = position;
  yield { kind: "place-order", account: owner, pair, side: `close-${side}`, type: "market", quantity };
}

function* tell(exchange: Exchange, story: Story, one: MarketState): Generator<Command> {
  const { account: owner, move, ends } = story;
  yield* straddle(exchange, owner, one, story.leverage);
  if (story.buries) {
    yield* bury(exchange, owner, one, 9);
  }
  yield jump(one, move);
  yield* leave(exchange, { account: owner, which: "worst", at: story.at });
  if (ends === "winning") {
    yield* leave(exchange, { account: owner, which: "best", at: "mark" });
  }
  if (ends === "turning") {
    yield jump(one, -move);
  }
}

function* repay({ state }: Exchange, amount: number): Generator<Command> {
  for (const user of state.users.values()) {
    for (const coin of user.coins.keys()) {
      if (coinAccounts(state, user, coin).debt.balance === 0n) {
        continue;
      }
      const text = coin === "USDT" ? String(amount) : `0.000${amount}`;
      yield { kind: "credit", account: user.account, coin, amount: text, purse: "contract" };
    }
  }
}

/** The commands that a step means, each as the market stands when it is asked for. */
export function* moneyCommands(exchange: Exchange, step: MoneyStep): Generator<Command> {
  const marketAt = (index: number): MarketState => {
    const found = exchange.state.markets.get(lawMarkets[index]?.pair ?? "");
    if (found === undefined) {
      throw new RangeError("no such market");
    }
    return found;
  };
  switch (step.does) {
    case "story":
      yield* tell(exchange, step, marketAt(step.market));
      break;
    case "straddle":
      yield* straddle(exchange, step.account, marketAt(step.market), step.leverage);
      break;
    case "bury":
      yield* bury(exchange, step.account, marketAt(step.market), step.share);
      break;
    case "jump":
      yield jump(marketAt(step.market), step.move);
      break;
    case "leave":
      yield* leave(exchange, step);
      break;
    case "repay":
      yield* repay(exchange, step.amount);
  }
}
