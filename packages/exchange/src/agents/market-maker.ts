import { indexUnits, volatilityRatio } from "../market/index-price.js";
import type { Direction } from "../market/market.js";
import type { MarketState } from "../state/exchange-state.js";
import type { Turn } from "../state/turn.js";
import type { MakerState, MakerStyle, Quote } from "./agents-state.js";
import { type Desk, sendLimit, withdraw } from "./desk.js";
import { happens, nextInteger, nextUniform } from "./random-state.js";

/** How a style quotes. Distances are relative to the price. */
interface Manner {
  /** Between the fair price and the first quote, in an ordinary market. */
  readonly halfSpread: number;
  /** Between quotes; the deep style's grow with the rank. */
  readonly spacing: number;
  /** Size of the first quote and growth per rank, in typical sizes: books are deeper away from the middle. */
  readonly size: number;
  readonly growth: number;
  /** Quotes from the best on that are looked at in every tick. */
  readonly watched: number;
  /** Further quotes that are looked at in a tick, in turn. */
  readonly rotating: number;
}

const manners: Readonly<Record<MakerStyle, Manner>> = {
  near: { halfSpread: 0.000_04, spacing: 0.000_09, size: 0.4, growth: 0.12, watched: 10, rotating: 0 },
  deep: { halfSpread: 0.000_6, spacing: 0.000_05, size: 3, growth: 0.4, watched: 2, rotating: 2 },
};

/** Inventory, in typical sizes, at which a maker leans as far as it ever does. */
const fullInventory = 60;

/** How far a full inventory moves a maker's fair price, relative to the price. */
const fullSkew = 0.000_12;

/** Chance that a maker does not react to a moved price within one step of the index: quotes may be late. */
const inattention = 0.45;

/** Chance that a maker reacts in this tick: a long one leaves time for it, so that prices do not lag by whole ticks. */
function attention({ steps }: Desk): number {
  let missed = inattention;
  for (let step = 2; step <= steps; step++) {
    missed *= inattention;
  }
  return 1 - missed;
}

/** Above each of these volatilities near makers withdraw one more of their inner quotes. */
const fastMarkets = [2.2, 4] as const;

/** Both sides of a ladder. */
const directions = ["buy", "sell"] as const;

/** What a maker thinks in this tick, in price units. */
interface View {
  readonly fair: number;
  readonly halfSpread: number;
  readonly spacing: number;
  /** Quotes nearer than this rank are withdrawn. */
  readonly firstRank: number;
}

function formView(desk: Desk, maker: MakerState): View {
  const { market, index } = desk.market;
  const manner = manners[maker.style];
  const price = indexUnits(index);
  const lean = maker.inventory / (market.typicalQuantity * fullInventory);
  const ratio = volatilityRatio(index);
  const width = 0.5 + 0.5 * ratio;
  return {
    fair: price * (1 - Math.max(-1, Math.min(1, lean)) * fullSkew),
    halfSpread: Math.max(0.5, price * manner.halfSpread * width),
    spacing: Math.max(1, price * manner.spacing * Math.sqrt(width)),
    firstRank: maker.style === "near" ? fastMarkets.filter((fast) => ratio > fast).length : 0,
  };
}

function distance(style: MakerStyle, view: View, rank: number): number {
  const steps = style === "deep" ? rank * Math.sqrt(rank) : rank;
  return view.halfSpread + view.spacing * steps;
}

function targetPrice(style: MakerStyle, view: View, direction: Direction, rank: number): number {
  const away = distance(style, view, rank);
  // Outwards, so that a maker's own sides never meet.
  return direction === "buy" ? Math.floor(view.fair - away) : Math.ceil(view.fair + away);
}

/** A place in a maker's ladder, and what is quoted there. */
interface Rung {
  readonly direction: Direction;
  readonly rank: number;
  readonly quote: Quote;
}

function requote(desk: Desk, maker: MakerState, { direction, rank, quote }: Rung, price: number): void {
  const manner = manners[maker.style];
  if (quote.orderId !== 0) {
    withdraw(desk, maker.account, quote.orderId);
  }
  const { quotePermille } = desk.market.operated;
  if (quotePermille === 0) {
    quote.orderId = 0;
    return;
  }
  const size = ((manner.size + manner.growth * rank) * quotePermille) / 1000;
  const quantity = desk.market.market.typicalQuantity * size * (0.3 + 1.4 * nextUniform(desk.random));
  const orderId = sendLimit(desk, maker.account, { direction, price, quantity });
  quote.orderId = desk.state.openOrders.has(orderId) ? orderId : 0;
  quote.price = price;
}

/** Looks at the quote of one rank and moves it when it has gone stale. */
function review(desk: Desk, maker: MakerState, view: View, rung: Rung): void {
  const { direction, rank, quote } = rung;
  if (rank < view.firstRank) {
    if (quote.orderId !== 0) {
      withdraw(desk, maker.account, quote.orderId);
    }
    quote.orderId = 0;
    return;
  }
  const target = targetPrice(maker.style, view, direction, rank);
  if (target < 1) {
    return;
  }
  const tolerance = view.spacing * (0.7 + 0.15 * rank);
  const stale = quote.orderId === 0 || Math.abs(quote.price - target) > tolerance;
  if (stale && happens(desk.random, attention(desk))) {
    requote(desk, maker, rung, target);
  }
}

/** Both sides of a rank. */
function reviewRank(desk: Desk, maker: MakerState, view: View, rank: number): void {
  for (const direction of directions) {
    const quote = maker[direction][rank];
    if (quote !== undefined) {
      review(desk, maker, view, { direction, rank, quote });
    }
  }
}

/** Gives one quote, wherever it stands, another size: somebody always does something. */
function refreshOne(desk: Desk, maker: MakerState, view: View): void {
  const direction = happens(desk.random, 0.5) ? "buy" : "sell";
  const ladder = maker[direction];
  const rank = nextInteger(desk.random, ladder.length);
  const quote = ladder[rank];
  if (quote === undefined || rank < view.firstRank) {
    return;
  }
  const price = targetPrice(maker.style, view, direction, rank);
  if (price >= 1) {
    requote(desk, maker, { direction, rank, quote }, price);
  }
}

/** A maker's turn. */
export function actMaker(desk: Desk, maker: MakerState): void {
  const view = formView(desk, maker);
  const manner = manners[maker.style];
  for (let rank = 0; rank < manner.watched; rank++) {
    reviewRank(desk, maker, view, rank);
  }
  const others = maker.buy.length - manner.watched;
  for (let i = 0; i < manner.rotating; i++) {
    reviewRank(desk, maker, view, manner.watched + maker.rotation);
    maker.rotation = (maker.rotation + 1) % others;
  }
  refreshOne(desk, maker, view);
}

/** Takes every quote of a market's makers back; they quote anew with their next turns. */
export function withdrawQuotes(turn: Turn, market: MarketState): void {
  const desk: Desk = { ...turn, market, random: market.agents.random, steps: 1 };
  for (const maker of market.agents.makers) {
    for (const quote of directions.flatMap((direction) => maker[direction])) {
      if (quote.orderId !== 0) {
        withdraw(desk, maker.account, quote.orderId);
        quote.orderId = 0;
      }
    }
  }
}

/** A maker's first turn: the whole ladder. */
export function openLadder(desk: Desk, maker: MakerState): void {
  const view = formView(desk, maker);
  for (const direction of directions) {
    maker[direction].forEach((quote, rank) => {
      const price = targetPrice(maker.style, view, direction, rank);
      if (price >= 1) {
        requote(desk, maker, { direction, rank, quote }, price);
      }
    });
  }
}
