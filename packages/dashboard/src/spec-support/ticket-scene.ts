import type { AccountView, Position } from "../data/wire.js";
import type { Draft, TicketFacts } from "../ticket/draft.js";

/** A limit order that nothing is wrong with. */
export const draft: Draft = {
  pair: "4BTC_USDT",
  side: "open-long",
  type: "limit",
  quantity: "0.01",
  price: "47000",
  takeProfit: "",
  stopLoss: "",
};

/** An account that can pay for it, and holds nothing. */
export const account: AccountView = {
  freshness: { kind: "fresh" },
  assets: [
    { coin: "BTC", available: "7", fixedFrozen: "0", crossFrozen: "0", fixedMargin: "0", crossMargin: "0" },
    { coin: "USDT", available: "1000", fixedFrozen: "0", crossFrozen: "0", fixedMargin: "0", crossMargin: "0" },
  ],
  positions: [],
  orders: [],
  finished: [],
  planOrders: [],
};

/** What it is held against. */
export const known: TicketFacts = {
  facts: {
    pair: "4BTC_USDT",
    unit: "0.0001",
    priceScale: 1,
    quantityScale: 4,
    makerFeeRate: "0.0002",
    takerFeeRate: "0.0006",
    maxOrderQuantity: "100",
    maxPositionQuantity: "100",
    maxLeverage: "100",
  },
  backing: { mode: "fixed", long: "10", short: "10" },
  account,
  meets: "47100",
  lastPrice: "47090",
  maxOrderValue: "10000",
  link: "live",
  isHalted: false,
};

/** A position of the pair, all of which can be closed. */
export function position(of: Partial<Position> = {}): Position {
  const quantity = of.quantity ?? "0.5";
  return {
    pair: "4BTC_USDT",
    side: "long",
    mode: "fixed",
    leverage: "10",
    quantity,
    closableQuantity: quantity,
    openPrice: "47000",
    margin: "100",
    liquidationPrice: "42000",
    alertPrice: "43000",
    ...of,
  };
}

/** A take-profit and a stop-loss that suit a long. */
export const triggers = { takeProfit: "48000", stopLoss: "46000" } as const;

/** What is known where these facts of the pair are others. */
export function factsWith(of: Partial<NonNullable<TicketFacts["facts"]>>): Partial<TicketFacts> {
  return { facts: known.facts && { ...known.facts, ...of } };
}

/** What is known where the account holds these. */
export function holding(...positions: readonly Position[]): Partial<TicketFacts> {
  return { account: { ...account, positions } };
}

/** What is known where so much of each coin is available. */
export function availableOf(available: string): Partial<TicketFacts> {
  return { account: { ...account, assets: account.assets.map((asset) => ({ ...asset, available })) } };
}
