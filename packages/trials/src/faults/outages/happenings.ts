import type { Random } from "@depthwire/core";
import type { Market, OrderSide } from "@depthwire/exchange/internal";
import type { InMemoryVenue } from "@depthwire/sandbox/in-memory";
import { randomInteger } from "@depthwire/testkit";

/** Where things happen. */
export interface Scene {
  readonly venue: InMemoryVenue;
  readonly random: Random;
  /** Somebody else, who trades with the account. */
  readonly counterparty: number;
}

/** A market with its present best prices, at the price scale. */
interface Spot {
  readonly market: Market;
  readonly bid: number;
  readonly ask: number;
}

const sides = ["open-long", "open-long", "open-short", "open-short", "close-long", "close-short"] as const;

/** What can happen to an account while it is cut off. */
export const happeningNames = [
  "counterparty-trades",
  "own-market-order",
  "own-resting-order",
  "cancel",
  "plan",
  "credit",
  "liquidation",
] as const;

/** One of {@link happeningNames}. */
export type HappeningName = (typeof happeningNames)[number];

/** How each of them comes about. */
export const happenings: Readonly<Record<HappeningName, (scene: Scene) => void>> = {
  /** Somebody trades through the account's best orders, in part or whole. */
  "counterparty-trades": (scene) => {
    const side = scene.random() < 0.5 ? "open-long" : "open-short";
    placeFor(scene, scene.counterparty, side, "market", randomInteger(scene.random, 2, 12));
  },
  /** Another session of the account trades at the market. */
  "own-market-order": (scene) => {
    placeFor(scene, scene.venue.userId, pick(scene, sides), "market", randomInteger(scene.random, 1, 4));
  },
  /** Another session of the account leaves an order at the top of the book. */
  "own-resting-order": (scene) => {
    placeFor(scene, scene.venue.userId, pick(scene, sides), "limit", randomInteger(scene.random, 2, 8));
  },
  /** Another session takes back what waits in a market. */
  cancel: ({ venue, random }) => {
    const orders = venue.account(venue.userId).openOrders;
    const order = orders[Math.floor(random() * orders.length)];
    if (order !== undefined) {
      venue.apply({ kind: "cancel-all", account: venue.userId, pair: order.pair });
    }
  },
  /** A plan is placed whose trigger the next trades reach. */
  plan: (scene) => {
    const { venue, random } = scene;
    const positions = venue.account(venue.userId).positions;
    const position = positions[Math.floor(random() * positions.length)];
    const spot = position === undefined ? undefined : spotOf(venue, position.pair);
    if (position === undefined || spot === undefined) {
      return;
    }
    const { market, bid, ask } = spot;
    const triggerPrice = position.side === "long" ? ask + 1 : bid - 1;
    const plan = position.side === "long" ? "take-profit" : "stop-loss";
    const { pair, contractUnit: quantity } = market;
    const of = { account: venue.userId, pair, side: position.side, plan, type: "market" } as const;
    venue.apply({ kind: "place-plan", ...of, price: triggerPrice, triggerPrice, quantity });
  },
  /** Money comes in. */
  credit: ({ venue }) => {
    venue.apply({ kind: "credit", account: venue.userId, coin: "USDT", amount: "12.5", purse: "contract" });
  },
  /** A position of high leverage meets a falling price: the venue takes it over within the next ticks. */
  liquidation: ({ venue }) => {
    const pair = riskyPair(venue);
    const spot = spotOf(venue, pair);
    if (spot === undefined) {
      return;
    }
    const { market, ask } = spot;
    const order = { kind: "place-order", account: venue.userId, pair, side: "open-long", type: "market" } as const;
    venue.apply({ ...order, quantity: market.contractUnit * unitsWorth(market, ask, 40) });
    venue.apply({ kind: "set-index", pair, price: Math.round(market.initialPrice * 0.95) });
  },
};

/** The pair on which positions are liquidated; nothing else happens there. */
export function riskyPair({ pairs }: InMemoryVenue): string {
  return pairs[pairs.length - 1] ?? "";
}

/** Leaves an order of the account at the top of a book, for others to trade with. */
export function restOrder(scene: Scene): void {
  placeFor(
    scene,
    scene.venue.userId,
    pick(scene, ["open-long", "open-short"] as const),
    "limit",
    randomInteger(scene.random, 4, 12),
  );
}

/** Brings the price of the risky pair back. */
export function calm(venue: InMemoryVenue): void {
  const pair = riskyPair(venue);
  const market = venue.exchange.market(pair);
  if (market !== undefined) {
    venue.apply({ kind: "set-index", pair, price: market.initialPrice });
  }
}

function placeFor(scene: Scene, account: number, side: OrderSide, type: "limit" | "market", size: number): void {
  const { venue } = scene;
  const pair = pick(scene, venue.pairs.slice(0, -1));
  const spot = spotOf(venue, pair);
  if (spot === undefined) {
    return;
  }
  const { market, bid, ask } = spot;
  const quantity = market.contractUnit * unitsWorth(market, ask, 10 * size);
  const order = { kind: "place-order", account, pair, side, quantity } as const;
  if (type === "market") {
    venue.apply({ ...order, type });
    return;
  }
  const buys = side === "open-long" || side === "close-short";
  // Before everybody else, where there is room.
  const price = buys ? Math.min(bid + 1, ask - 1) : Math.max(ask - 1, bid + 1);
  venue.apply({ ...order, type, price });
}

function spotOf(venue: InMemoryVenue, pair: string): Spot | undefined {
  venue.apply({ kind: "publish-depth", pair });
  const market = venue.exchange.market(pair);
  const window = venue.exchange.published(pair)?.window;
  const bid = window?.bids.prices[0];
  const ask = window?.asks.prices[0];
  return market === undefined || bid === undefined || ask === undefined ? undefined : { market, bid, ask };
}

/** Contract units that are worth about so many USDT, at least one. */
function unitsWorth({ priceScale, quantityScale, contractUnit }: Market, price: number, worth: number): number {
  const unitValue = (price / 10 ** priceScale) * (contractUnit / 10 ** quantityScale);
  return Math.max(1, Math.ceil(worth / unitValue));
}

function pick<Item>({ random }: Scene, items: readonly Item[]): Item {
  return items[Math.floor(random() * items.length)] as Item;
}
