import * as fc from "fast-check";
import type { Command } from "../command/command.js";
import type { Exchange } from "../exchange.js";
import type { Market } from "../market/market.js";
import { entryId } from "../view/wire-ids.js";
import { inverseMarket, linearMarket, plainTerms } from "./venue-kit.js";

/** Small tiers, so that lightening happens; wide bands, so that losses can be large. The last one has brackets. */
export const lawMarkets: readonly Market[] = [
  { ...linearMarket, terms: { ...plainTerms, riskBase: 2000, riskStep: 1000, maxPosition: 300_000 } },
  {
    ...inverseMarket,
    terms: {
      ...plainTerms,
      kind: "inverse",
      settleCoin: "BTC",
      riskBase: 8000,
      riskStep: 4000,
      maxPosition: 1_200_000,
    },
  },
  {
    ...linearMarket,
    pair: "4ETH_USDT",
    coin: "ETH",
    quantityScale: 3,
    initialPrice: 40_000,
    terms: { ...plainTerms, riskBase: 2000, riskStep: 2000, maxPosition: 300_000, brackets: "on" },
  },
];

/** Users of the laws; the house has the accounts 901 and 902. */
export const lawUsers: readonly number[] = [1001, 1002, 1003, 1004, 1005];

const account = fc.constantFrom(...lawUsers, ...lawUsers, 901, 902);
const user = fc.constantFrom(...lawUsers);
const market = fc.nat({ max: lawMarkets.length - 1 });
const side = fc.constantFrom("open-long", "open-short", "close-long", "close-short" as const);
/** Thousandths of the index away from it. */
const away = fc.integer({ min: -12, max: 12 });
const size = fc.integer({ min: 1, max: 60 });
const leverage = fc.constantFrom(1, 5, 20, 50, 100);

/** One thing that somebody does, in words that do not depend on where the market is. */
export const tradingStep = fc.oneof(
  { weight: 24, arbitrary: fc.record({ does: fc.constant("limit" as const), account, market, side, away, size }) },
  { weight: 6, arbitrary: fc.record({ does: fc.constant("market" as const), account, market, side, size }) },
  {
    weight: 3,
    arbitrary: fc.record({
      does: fc.constant("attached" as const),
      account: user,
      market,
      size,
      away,
      long: fc.boolean(),
    }),
  },
  { weight: 3, arbitrary: fc.record({ does: fc.constant("cancel" as const), pick: fc.nat({ max: 1000 }) }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant("cancel-all" as const), account: user, market }) },
  {
    weight: 4,
    arbitrary: fc.record({
      does: fc.constant("plan" as const),
      account: user,
      market,
      size,
      away,
      long: fc.boolean(),
      profit: fc.boolean(),
      limit: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ does: fc.constant("mode" as const), account: user, market, leverage, fixed: fc.boolean() }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      does: fc.constant("margin" as const),
      account: user,
      market,
      long: fc.boolean(),
      amount: fc.integer({ min: -50, max: 100 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      does: fc.constant("wallet" as const),
      account: user,
      way: fc.constantFrom("deposit", "lose", "into-contract", "withdraw", "withdraw-too-much" as const),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      does: fc.constant("decide" as const),
      pick: fc.nat({ max: 1000 }),
      decision: fc.constantFrom("approve", "reject", "cancel" as const),
    }),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constant("money" as const), account: user, out: fc.boolean() }) },
  {
    weight: 5,
    arbitrary: fc.record({ does: fc.constant("index" as const), market, move: fc.integer({ min: -30, max: 30 }) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ does: fc.constant("wait" as const), ms: fc.constantFrom(1, 5, 3000, 60_000, 28_800_000) }),
  },
);

/** One thing that somebody does. */
export type TradingStep = typeof tradingStep extends fc.Arbitrary<infer Step> ? Step : never;

function quantityOf(one: Market, size: number): number {
  return one.family === "coin-margined" ? size * 400 : size * 100;
}

type WalletWay = Extract<TradingStep, { readonly does: "wallet" }>["way"];

function walletCommand(account: number, way: WalletWay): Command {
  const coin = "USDT";
  switch (way) {
    case "deposit":
      return { kind: "deposit", account, coin, amount: "90.000001" };
    case "lose":
      return { kind: "deposit", account, coin, amount: "99", chain: "TRC20", outcome: "failed" };
    case "into-contract":
      return { kind: "transfer", account, coin, amount: "3.3", direction: "in" };
    case "withdraw":
    case "withdraw-too-much": {
      const amount = way === "withdraw" ? "21.123456" : "60000";
      return { kind: "withdraw", account, coin, amount, address: `0x${"0".repeat(40)}` };
    }
  }
}

/** The command that a step means as the market stands; nothing for time that passes. */
export function commandOf(exchange: Exchange, step: TradingStep): Command | undefined {
  const { state } = exchange;
  const at = (index: number): { one: Market; pair: string; price: number; last: number } => {
    const one = lawMarkets[index] as Market;
    const found = state.markets.get(one.pair);
    return { one, pair: one.pair, price: found?.contract?.mark.price ?? 0, last: found?.lastPrice ?? 0 };
  };
  const near = (price: number, thousandths: number): number => Math.floor((price * (1000 + thousandths)) / 1000);
  switch (step.does) {
    case "limit":
    case "market": {
      const { one, pair, price } = at(step.market);
      const base = { kind: "place-order", account: step.account, pair, side: step.side } as const;
      const quantity = quantityOf(one, step.size);
      return step.does === "market"
        ? { ...base, quantity, type: "market" }
        : { ...base, quantity, type: "limit", price: near(price, step.away) };
    }
    case "attached": {
      const { one, pair, price } = at(step.market);
      const limit = near(price, step.away);
      const [up, down] = [near(limit, 6), near(limit, -6)];
      const attachment = {
        type: "market",
        takeProfitTriggerPrice: step.long ? up : down,
        stopLossTriggerPrice: step.long ? down : up,
      } as const;
      const order = {
        kind: "place-order",
        account: step.account,
        pair,
        type: "limit",
        price: limit,
        attachment,
      } as const;
      return { ...order, side: step.long ? "open-long" : "open-short", quantity: quantityOf(one, step.size) };
    }
    case "cancel": {
      const waiting = [...state.openOrders.values()];
      const order = waiting[step.pick % Math.max(1, waiting.length)];
      return order === undefined ? undefined : { kind: "cancel-order", account: order.account, orderId: order.id };
    }
    case "cancel-all":
      return { kind: "cancel-all", account: step.account, pair: at(step.market).pair };
    case "plan": {
      const { one, pair, last } = at(step.market);
      const base = { kind: "place-plan", account: step.account, pair, quantity: quantityOf(one, step.size) } as const;
      return {
        ...base,
        side: step.long ? "long" : "short",
        plan: step.profit ? "take-profit" : "stop-loss",
        type: step.limit ? "limit" : "market",
        price: step.limit ? last : 0,
        triggerPrice: near(last, step.away),
      };
    }
    case "mode": {
      const { pair } = at(step.market);
      const levers = { leverageLong: step.leverage, leverageShort: step.leverage };
      return { kind: "change-mode", account: step.account, pair, mode: step.fixed ? "fixed" : "cross", ...levers };
    }
    case "margin": {
      const { one, pair } = at(step.market);
      const amount =
        one.family === "coin-margined"
          ? `${step.amount < 0 ? "-" : ""}0.000${Math.abs(step.amount)}`
          : `${step.amount}`;
      return { kind: "change-margin", account: step.account, pair, side: step.long ? "long" : "short", amount };
    }
    case "money":
      return step.out
        ? { kind: "transfer", account: step.account, coin: "USDT", amount: "70.5", direction: "out" }
        : { kind: "credit", account: step.account, coin: "USDT", amount: "100", purse: "contract" };
    case "wallet":
      return walletCommand(step.account, step.way);
    case "decide": {
      const all = [...state.wallet.withdrawals.keys()];
      const withdrawalId = entryId(state.ids, all[step.pick % Math.max(1, all.length)] ?? 0);
      return { kind: "decide-withdrawal", withdrawalId, decision: step.decision };
    }
    case "index": {
      const { pair, price, one } = at(step.market);
      const [minPrice, maxPrice] = [one.initialPrice / 4, one.initialPrice * 4];
      return { kind: "set-index", pair, price: Math.max(minPrice, Math.min(maxPrice, near(price, step.move))) };
    }
    case "wait":
      return { kind: "pass-time" };
  }
}
